import type en from '../en/carrom';

const kinds: Record<string, (n: number) => string> = {
  white: (n) => (n === 1 ? '1 witte' : `${n} witte`),
  black: (n) => (n === 1 ? '1 zwarte' : `${n} zwarte`),
  queen: () => 'de koningin',
  striker: () => 'de striker',
};

export default {
  kind: (kind: string, n: number) => kinds[kind]?.(n) ?? `${n} ${kind}`,
  name: { white: 'Wit', black: 'Zwart', queen: 'Koningin', striker: 'Striker' } as Record<string, string>,
  pocketed: (list: string) => `Gevallen: ${list}.`,
  nothing: 'Niets gevallen.',
  result: { CONTINUE: 'Speelt verder.', PASS: 'De beurt gaat over.', END: 'Het bord is uit.' } as Record<string, string>,
  code: {
    F_STRIKER_LINES: () => 'Foute start: de striker raakte niet beide basislijnen.',
    F_STRIKER_CIRCLE: () => 'Foute start: de striker lag op een basiscirkel.',
    Q_PENDING: () => 'De koningin moet met de volgende stoot bevestigd worden.',
    Q_COVERED: () => 'De koningin is bevestigd.',
    Q_BACK: () => 'De koningin gaat terug naar het midden.',
    OUT: (n: number) => (n === 1 ? 'Eén eigen steen komt terug.' : `${n} eigen stenen komen terug.`),
    DUE: (n: number) => (n === 1 ? 'Eén steen staat open.' : `${n} stenen staan open.`),
    DUE_PAID: (n: number) => (n === 1 ? 'Eén openstaande steen is teruggelegd.' : `${n} openstaande stenen zijn teruggelegd.`),
  } as Record<string, (n: number) => string>,
  side: { white: 'speelt wit', black: 'speelt zwart' } as Record<string, string>,
  left: (n: number) => (n === 1 ? 'nog 1 steen' : `nog ${n} stenen`),
  owes: (n: number) => (n === 1 ? 'moet 1 steen teruggeven' : `moet ${n} stenen teruggeven`),
  queen: { pending: 'Koningin: te bevestigen', covered: 'Koningin bevestigd' } as Record<string, string>,
  queenOnBoard: 'Koningin op het bord',
  board: (n: number) => `Bord ${n}`,
  to: (target: number) => `tot ${target} punten`,
  putBack: (list: string) => `Terug in het midden: ${list}`,
  whatFell: 'Wat is gevallen?',
  less: (kind: string) => `Eén minder: ${kind.toLowerCase()}`,
  more: (kind: string) => `Eén meer: ${kind.toLowerCase()}`,
  start: 'De striker lag',
  starts: { '': 'goed', F_STRIKER_LINES: 'naast een lijn', F_STRIKER_CIRCLE: 'op een cirkel' } as Record<string, string>,
  enter: 'Invoeren',
  confirm: 'Dat klopt',
  strokes: 'Stoten',
  noStrokes: { title: 'Nog geen stoten', body: 'Elke stoot staat hier met wat gevallen is.' },
  strokeOf: (n: number) => `Stoot ${n}: kijk even na`,
} satisfies typeof en;
