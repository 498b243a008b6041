// How a board is set up: what the page sends, and what it makes of it.

export interface Player {
  name: string;
  seat: string;
  cid?: string;
}

export interface Team {
  side: string;
  name?: string;
  colour?: string;
  players: Player[];
}

/** score/session/venue.Plan. */
export interface Plan {
  source: string;
  board: string;
  surface: number;
  rules: string;
  set: string[];
  players: string;
  teams: Team[];
  starter: string;
  games: number;
  event: string;
  table: string;
}

export interface Setup {
  name: string;
  plan: Plan;
  fault?: string;
  match: { id: string; ruleset: string; players: string; shots: number; over: boolean } | null;
  notes: string[];
}

export interface Make {
  name: string;
  title: string;
  game: string;
  surface_mm: number;
}

export interface Ruleset {
  id: string;
  title: string;
  game: string;
  language: string;
  overlays: { name: string; title: string }[];
}

export interface Choices {
  makes: Make[];
  rulesets: Ruleset[];
  forms: { players: string; teams: Team[] }[];
  players: string[];
}

export interface Camera {
  source: string;
  name: string;
  path: string;
  sizes: { width: number; height: number; fps: number }[];
  fault?: string;
  used_by?: string;
}

export interface Sources {
  cameras: Camera[];
  videos: { source: string; name: string; bytes: number }[];
  folder: string;
  phone: boolean;
  simulator: string;
}

/** A parameter of a ruleset: models.Parameter. */
export interface Parameter {
  field: string;
  value: unknown;
  doc: string;
  source: string;
  silent: boolean;
  kind: 'yes_no' | 'number' | 'numbers' | 'choice' | 'several';
  choices?: string[];
  min?: number;
  max?: number;
}

export type SourceKind = 'camera' | 'sim' | 'video' | 'stream' | 'phone';

/** What a source is, by its URI. */
export function kindOf(source: string): SourceKind {
  if (/^camera:/i.test(source)) return 'camera';
  if (/^phone:/i.test(source)) return 'phone';
  if (/^sim(:|$)/i.test(source)) return 'sim';
  if (/^(rtsps?|rtmps?|https?):\/\//i.test(source)) return 'stream';
  return 'video';
}

/** A camera's URI without what is asked of it. */
const bare = (source: string): string => source.split('?')[0]!;

/** Whether a source is that camera: camera:0 is camera:/dev/video0. */
export function isCamera(source: string, camera: Camera): boolean {
  if (kindOf(source) !== 'camera') return false;
  const device = bare(source).slice('camera:'.length).replace(/^\/\//, '');
  return (/^\d+$/.test(device) ? `/dev/video${device}` : device) === camera.path;
}

/** A camera's URI with the size that suits best: 1920x1080, else the largest below it at 25 a second or more. */
export function cameraSource(camera: Camera, width = 0, height = 0): string {
  const fits = camera.sizes.filter((s) => s.width <= 1920 && s.height <= 1080 && (s.fps === 0 || s.fps >= 25));
  const size = width ? camera.sizes.find((s) => s.width === width && s.height === height) : (fits[0] ?? camera.sizes.at(-1));
  if (!size) return camera.source;
  return `${camera.source}?size=${size.width}x${size.height}${size.fps > 0 ? `&fps=${Math.min(60, Math.round(size.fps))}` : ''}`;
}

/** The size that a camera's URI asks for, "1920x1080"; empty where it asks for none. */
export const sizeOf = (source: string): string => /[?&]size=(\d+x\d+)/.exec(source)?.[1] ?? '';

/** The simulator playing what the plan says. */
export function simulator(plan: Pick<Plan, 'board' | 'players'>): string {
  const options: string[] = [];
  if (plan.board && plan.board !== 'auto') options.push(`board=${plan.board}`);
  if (plan.players === '4') options.push('players=4');
  return options.length ? `sim:?${options.join('&')}` : 'sim:';
}

/** The sides of another number of players, with the names that were there in their order. */
export function reseated(teams: readonly Team[], form: readonly Team[]): Team[] {
  const names = teams.flatMap((t) => t.players.map((p) => p.name));
  const colours = teams.map((t) => t.colour);
  let next = 0;
  return form.map((t, i) => ({
    ...t,
    ...(colours[i] ? { colour: colours[i] } : {}),
    players: t.players.map((p) => ({ ...p, name: names[next++] ?? '' })),
  }));
}

/** Everybody at the table in the order of the seats, clockwise from S, with the side. */
export function seated(teams: readonly Team[]): { seat: string; name: string; side: string }[] {
  const order = 'SWNE';
  return teams.flatMap((t) => t.players.map((p) => ({ seat: p.seat, name: p.name.trim(), side: t.side }))).sort((a, b) => order.indexOf(a.seat) - order.indexOf(b.seat));
}

/** What a player is called while he has no name: A1, B1, A2. */
export function called(teams: readonly Team[], seat: string): string {
  for (const t of teams) {
    const i = t.players.findIndex((p) => p.seat === seat);
    if (i >= 0) return t.players[i]!.name.trim() || `${t.side}${i + 1}`;
  }
  return seat;
}

/** The ruleset and its overlays of a name such as CH+a+c. */
export function rulesOf(name: string): { id: string; overlays: string[] } {
  const [id = '', ...overlays] = name.split('+');
  return { id: id.toUpperCase(), overlays };
}

export const rulesName = (id: string, overlays: readonly string[]): string => [id, ...[...overlays].sort()].join('+');

/** The house rules with a field set, or taken back where it has the ruleset's own value. */
export function withRule(set: readonly string[], field: string, value: string, own: string): string[] {
  const rest = set.filter((s) => s.split('=')[0]!.toLowerCase() !== field.toLowerCase());
  return value === own ? rest : [...rest, `${field}=${value}`];
}

/** A parameter's value as it is set: lists by commas. */
export const written = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** Whether two plans are played by the same rules, so that a match can go on. */
export function sameRules(a: Plan, b: Plan): boolean {
  return rulesName(rulesOf(a.rules).id, rulesOf(a.rules).overlays) === rulesName(rulesOf(b.rules).id, rulesOf(b.rules).overlays) && a.players === b.players && [...a.set].sort().join('\n') === [...b.set].sort().join('\n');
}

/** The plan as it is sent: names without the spaces around them. */
export function sent(plan: Plan): Plan {
  return {
    ...plan,
    event: plan.event.trim(),
    table: plan.table.trim(),
    surface: Number(plan.surface) || 0,
    games: Number(plan.games) || 0,
    teams: plan.teams.map((t) => ({ ...t, players: t.players.map((p) => ({ ...p, name: p.name.trim().replace(/\s+/g, ' ') })) })),
  };
}
