// Who this browser is to the server: ui/operatorapi.go.

import { ask, post } from './dispute/api';
import { apiRoot } from './base';

export type Role = 'operator' | 'camera' | 'watcher';

export interface Access {
  role: Role;
  machine: boolean; // this is the board's own machine
  device: string; // id of this device where it is signed in
  board: string; // whose camera it may be
  network: boolean; // others on the network reach the server
  tls: boolean;
  watch: 'open' | 'link';
  key: boolean; // an operator's key was made
  url: string; // where others find the server
}

export interface Device {
  id: string;
  role: Role;
  board?: string;
  name: string;
  from: string;
  since: string;
  seen: string;
}

export const access = (): Promise<Access> => ask<Access>(apiRoot('/access'));
export const signIn = (key: string): Promise<null> => post<null>(apiRoot('/access/sign-in'), { key });
export const signOut = (): Promise<null> => ask<null>(apiRoot('/access/sign-out'), { method: 'POST' });
export const devices = (): Promise<{ devices: Device[]; this: string }> => ask(apiRoot('/access/devices'));
export const revoke = (id: string): Promise<null> => ask<null>(apiRoot(`/access/devices/${encodeURIComponent(id)}`), { method: 'DELETE' });

/** The picture of a QR code for a link to this server. */
export const qrCode = (link: string): string => apiRoot(`/qr.svg?text=${encodeURIComponent(link)}`);

/** Where to go back to after signing in: a path here, never another site. */
export function backTo(asked: string | null, origin: string): string {
  if (!asked || !asked.startsWith('/')) return '/';
  try {
    const to = new URL(asked, origin);
    return to.origin === origin && !to.pathname.startsWith('/operate') ? to.pathname + to.search : '/';
  } catch {
    return '/';
  }
}

/** Where one signs in, to come back to this page. */
export const keyPage = (): string => `/operate?to=${encodeURIComponent(location.pathname + location.search)}`;
