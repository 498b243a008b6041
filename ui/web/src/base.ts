// Where this page is: which board's, and which way its pages and its API are.

/** The board that a path names, "" for the first board's pages and those of the whole process. */
export function boardOf(path: string): string {
  return /^\/b\/([A-Za-z0-9_-]{1,64})(?=\/|$)/.exec(path)?.[1] ?? '';
}

/** The path within its board. */
export function within(path: string): string {
  const board = boardOf(path);
  const rest = board ? path.slice(`/b/${board}`.length) : path;
  return rest.replace(/(?<=.)\/$/, '') || '/';
}

export const board = boardOf(globalThis.location?.pathname ?? '/');

/** A page of this board: page('/watch'). */
export const page = (path: string): string => (board ? `/b/${board}${path}` : path);

/** This board's API: api('/events'). */
export const api = (path: string): string => (board ? `/api/v1/boards/${board}${path}` : `/api/v1${path}`);

/** The API of the whole process: apiRoot('/boards'). */
export const apiRoot = (path: string): string => `/api/v1${path}`;
