// The words of the rulebook.
const marks: Record<string, string> = { H: 'people say', cfg: 'a setting' };

export default {
  pageTitle: 'Rules · Ditchline',
  rulesTitle: (id: string) => `${id} · Ditchline`,
  title: 'Rules',
  back: 'All rules',
  game: { crokinole: 'Crokinole', carrom: 'Carrom' },
  document: (language: string, statements: number) => `document in ${language}, ${statements} statements`,
  playing: (board: string, rules: string) => `Played by now: ${board}, ${rules}`,
  overlays: (n: number) => (n === 1 ? '1 option' : `${n} options`),
  asPlayed: 'As played in this match',
  houseSet: (n: number) => (n === 1 ? 'The house set 1 rule otherwise.' : `The house set ${n} rules otherwise.`),
  houseNone: 'The house set nothing otherwise.',
  ownWords: 'What the documents say is told here in our own words.',
  onlyDiffers: 'Only what differs from other rules',
  yes: 'Yes',
  no: 'No',
  nothing: 'none',
  house: 'house rule',
  silent: 'not said: the usual',
  silentLong: 'The document says nothing about this. The usual is taken:',
  differs: (rules: string, value: string) => `${rules}: ${value}`,
  statements: 'What the document says',
  decisions: 'Where documents are silent or differ',
  decisionsNote: 'How the referee decides then, and why.',
  mark: (m: string) => marks[m] ?? '',
  sectionCarrom: { board: 'Board', people: 'Players and pieces', start: 'Placing the striker' } as Record<string, string>,
  section: {
    board: 'Board', people: 'Players and discs', turns: 'Turns', start: 'Placing the disc', open: 'Open shot', contact: 'Contact owed', twenty: 'Twenties',
    lines: 'Lines and the ditch', count: 'Counting', manners: 'At the table', strokes: 'Strokes', queen: 'Queen',
  } as Record<string, string>,
};
