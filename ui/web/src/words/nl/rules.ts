import type en from '../en/rules';

const marks: Record<string, string> = { H: 'mensen zeggen het', cfg: 'een instelling' };

export default {
  pageTitle: 'Spelregels · Ditchline',
  rulesTitle: (id: string) => `${id} · Ditchline`,
  title: 'Spelregels',
  back: 'Alle regels',
  game: { crokinole: 'Crokinole', carrom: 'Carrom' },
  document: (language: string, statements: number) => `document in het ${language}, ${statements} uitspraken`,
  playing: (board: string, rules: string) => `Nu gespeeld: ${board}, ${rules}`,
  overlays: (n: number) => (n === 1 ? '1 keuze' : `${n} keuzen`),
  asPlayed: 'Zoals in dit spel',
  houseSet: (n: number) => (n === 1 ? 'Het huis zette 1 regel anders.' : `Het huis zette ${n} regels anders.`),
  houseNone: 'Het huis zette niets anders.',
  ownWords: 'Wat de documenten zeggen staat hier in onze eigen woorden.',
  onlyDiffers: 'Alleen wat van andere regels verschilt',
  yes: 'Ja',
  no: 'Nee',
  nothing: 'geen',
  house: 'huisregel',
  silent: 'niet genoemd: het gewone',
  silentLong: 'Het document zegt er niets over. Het gewone geldt:',
  differs: (rules: string, value: string) => `${rules}: ${value}`,
  statements: 'Wat het document zegt',
  decisions: 'Waar documenten zwijgen of verschillen',
  decisionsNote: 'Hoe de scheidsrechter dan beslist, en waarom.',
  mark: (m: string) => marks[m] ?? '',
  sectionCarrom: { board: 'Bord', people: 'Spelers en stenen', start: 'De striker neerleggen' } as Record<string, string>,
  section: {
    board: 'Bord', people: 'Spelers en schijven', turns: 'Beurten', start: 'De schijf neerleggen', open: 'Vrij schot', contact: 'Vereist contact', twenty: 'De 20',
    lines: 'Lijnen en goot', count: 'Telling', manners: 'Aan tafel', strokes: 'Stoten', queen: 'Koningin',
  } as Record<string, string>,
} satisfies typeof en;
