import { decimals } from '../../numbers';
import type { Mark, Seated, Side } from '../../snapshot';
import type en from '../en/live';

const n = decimals('nl');
const rate = (fps: number) => n(fps, fps > 0 && fps < 10 ? 1 : 0);
const why: Record<string, string> = { R_20: '20p, op de aparte stapel', R_LINE: 'raakt de startlijn', R_RETURN: 'teruggekeerd', R_FOUL: 'ongeldig schot' };

export default {
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  score: 'Score',
  team: (name: string) => `Team ${name}`,
  total: 'punten',
  zone: (points: string) => (points === '20' ? '20p-gat' : `In de ${points}p-zone`),
  zoneRow: (team: string) => `Schijven van team ${team} per zone`,
  worthNothing: (n: number) => (n === 1 ? '1 schijf telt 0' : `${n} schijven tellen 0`),
  lead: (team: string, by: number) => `Team ${team} staat ${by} voor`,
  tie: 'Gelijk',
  noScore: { title: 'Nog geen schijven', body: 'De score verschijnt met de eerste schijf op het bord.' },
  noScoreLooking: { title: 'Nog geen score', body: 'Het tellen begint wanneer het bord gevonden is.' },
  heldScore: 'Wacht tot het zicht vrij is',
  lastScore: 'Zoals laatst gezien',
  spokenScore: (sides: Side[]) => sides.map((s) => `Team ${s.team} ${s.total}`).join(', '),

  picture: 'Beeld',
  pictureAlt: (source: string) => `Live beeld van ${source || 'de camera'}`,
  noPicture: { title: 'Nog geen beeld', body: 'Het verschijnt met het eerste beeld van de bron.' },
  layers: {
    group: 'Op het beeld getekend',
    rings: 'Lijnen',
    footprints: 'Voetafdruk',
    tops: 'Bovenkant',
    left_out: 'Weggelaten',
    zoom: 'Vergroot',
  },

  game: 'Spel',
  next: 'Aan de beurt',
  hammer: 'Laatste schot',
  starter: 'Begon',
  round: (n: number) => `Ronde ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff: (marks: Mark[]) => `Neem weg: ${marks.map((m) => m.id || 'een schijf').join(', ')}`,
  takeOffWhy: (m: Mark) => `${m.id || 'Schijf'}: ${why[m.why ?? ''] ?? m.why ?? ''}`,
  putBack: (marks: Mark[]) => `Leg terug: ${marks.map((m) => m.id || 'een schijf').join(', ')}`,
  putBackBody: 'De stippelcirkels tonen waar. Ze verdwijnen als de schijven er weer liggen.',
  questionOf: (n: number) => `Schot ${n}: beslis zelf`,
  yes: 'Ja',
  no: 'Nee',
  refused: (why: string) => `Niet ingevoerd: ${why}`,
  noMatch: { title: 'Nog geen spel', body: 'Het begint met het eerste schot.' },

  shots: 'Schoten',
  noShots: { title: 'Nog geen schoten', body: 'Elk schot komt hier met zijn beslissing.' },
  shotName: (n: number, player: string) => `${n}. ${player}`,
  verdict: { valid: 'geldig', foul: 'ongeldig', reshoot: 'opnieuw', review: 'te beslissen' },
  badStart: 'fout gelegd',
  undo: 'Laatste schot terugnemen',
  byHand: 'Bord met de hand aanwijzen',

  figures: 'Metingen',
  figure: {
    rate: 'Beelden per seconde',
    rateOf: (captured: number) => `van ${rate(captured)} per seconde`,
    dropped: 'Gemiste beelden',
    droppedOf: (share: number) => `${n(100 * share)} % van alle`,
    latency: 'Vertraging',
    latencyNote: 'van opname tot resultaat',
    board: 'Bord',
    boardNote: (surface: number) => `speelvlak ${Math.round(surface)} mm`,
    tilt: 'Camerahoek',
    tiltNote: 'ten opzichte van recht boven',
    fit: 'Passing',
    fitNote: (px: number) => `${n(px, 2)} px rms`,
    source: 'Bron',
    none: '–',
  },
  rate,
  mm: (v: number) => `${n(v, 2)} mm`,
  warnings: 'Let op',
} satisfies typeof en;
