import type en from '../en/hall';

export default {
  pages: {
    'hall/wall': 'Tafels',
    'hall/pairings': 'Indeling',
    'hall/standings': 'Stand',
    'hall/bracket': 'Schema',
    'hall/tv': 'Tv',
    'hall/director': 'Leiding',
  },
  nav: 'Pagina’s van de zaal',
  table: (name: string) => (/^\d/.test(name) ? `Tafel ${name}` : name),
  loading: 'We vragen de server hoe de zaal ervoor staat.',
  notOpen: { title: 'Er is nog geen toernooi geopend', body: 'Het verschijnt hier vanzelf zodra de leiding er een opent.' },
  refused: 'De server heeft het niet gedaan.',
  unreached: 'De server antwoordt niet.',
  notDirector: 'De server aanvaardt dit woord van de leiding niet.',
} satisfies typeof en;
