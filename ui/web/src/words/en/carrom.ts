// The words of carrom, wherever strokes and pieces are told.

const kinds: Record<string, (n: number) => string> = {
  white: (n) => `${n} white`,
  black: (n) => `${n} black`,
  queen: () => 'the queen',
  striker: () => 'the striker',
};

export default {
  kind: (kind: string, n: number) => kinds[kind]?.(n) ?? `${n} ${kind}`,
  name: { white: 'White', black: 'Black', queen: 'Queen', striker: 'Striker' } as Record<string, string>,
  pocketed: (list: string) => `Pocketed: ${list}.`,
  nothing: 'Nothing pocketed.',
  result: { CONTINUE: 'Plays on.', PASS: 'The turn passes.', END: 'The board ends.' } as Record<string, string>,
  code: {
    F_STRIKER_LINES: () => 'Wrong start: the striker did not touch both base lines.',
    F_STRIKER_CIRCLE: () => 'Wrong start: the striker lay on a base circle.',
    Q_PENDING: () => 'The queen must be confirmed by the next stroke.',
    Q_COVERED: () => 'The queen is confirmed.',
    Q_BACK: () => 'The queen goes back to the centre.',
    OUT: (n: number) => (n === 1 ? 'One own piece comes back.' : `${n} own pieces come back.`),
    DUE: (n: number) => (n === 1 ? 'One piece is due.' : `${n} pieces are due.`),
    DUE_PAID: (n: number) => (n === 1 ? 'One due piece is paid.' : `${n} due pieces are paid.`),
  } as Record<string, (n: number) => string>,
  side: { white: 'plays white', black: 'plays black' } as Record<string, string>,
  left: (n: number) => (n === 1 ? '1 piece to pocket' : `${n} pieces to pocket`),
  owes: (n: number) => (n === 1 ? 'owes 1 piece' : `owes ${n} pieces`),
  queen: { pending: 'Queen: to be confirmed', covered: 'Queen confirmed' } as Record<string, string>,
  queenOnBoard: 'Queen on the board',
  board: (n: number) => `Board ${n}`,
  to: (target: number) => `to ${target} points`,
  putBack: (list: string) => `Put back in the middle: ${list}`,
  whatFell: 'What fell?',
  less: (kind: string) => `One ${kind.toLowerCase()} less`,
  more: (kind: string) => `One ${kind.toLowerCase()} more`,
  start: 'The striker was placed',
  starts: { '': 'rightly', F_STRIKER_LINES: 'off a line', F_STRIKER_CIRCLE: 'on a circle' } as Record<string, string>,
  enter: 'Enter',
  confirm: 'That is right',
  strokes: 'Strokes',
  noStrokes: { title: 'No strokes yet', body: 'Each is listed here with what fell.' },
  strokeOf: (n: number) => `Stroke ${n}: please look`,
};
