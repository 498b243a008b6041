// What the API says of the data folder (ui/datafolder.go), and the way a
// backup goes back to it.

import { apiRoot } from '../base';
import { Refused } from '../history/kit';

export interface DataPage {
  folder: string;
  bytes: number;
  free_bytes: number;
  parts: { name: string; path: string; bytes: number; files: number; in_backup: boolean }[];
  matches: number;
  events: number;
  shots: number;
  evidence_limit_bytes: number;
  players: number;
  playing: string[];
  max_restore_bytes: number;
}

export interface Restored {
  made: string;
  files: number;
  bytes: number;
  matches: number;
  kept: string[];
  restart: boolean;
}

/** Sends a backup, telling how much has gone; fetch cannot tell that. */
export function restore(file: File, tell: (share: number) => void): Promise<Restored> {
  return new Promise((done, failed) => {
    const r = new XMLHttpRequest();
    r.open('POST', apiRoot('/data/restore'));
    r.setRequestHeader('Content-Type', 'application/zip');
    r.upload.onprogress = (e) => tell(e.lengthComputable ? e.loaded / e.total : 0);
    r.upload.onload = () => tell(1);
    r.onerror = () => failed(new Refused(0, '', 'the server was not reached'));
    r.onload = () => {
      let body: unknown = null;
      try {
        body = JSON.parse(r.responseText);
      } catch {
        // Not from us: the status says enough.
      }
      if (r.status === 200) return done(body as Restored);
      const said = (body as { error?: { code?: string; message?: string } } | null)?.error;
      failed(new Refused(r.status, said?.code ?? '', said?.message ?? `${r.status}`));
    };
    r.send(file);
  });
}
