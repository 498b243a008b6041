// The words that all pages of a hall share.
export default {
  pages: {
    'hall/wall': 'Tables',
    'hall/pairings': 'Pairings',
    'hall/standings': 'Standings',
    'hall/bracket': 'Bracket',
    'hall/tv': 'TV',
    'hall/director': 'Director',
  } as Record<string, string>,
  nav: 'Pages of the hall',
  table: (name: string) => (/^\d/.test(name) ? `Table ${name}` : name),
  loading: 'Asking the hub how the hall stands.',
  notOpen: { title: 'No tournament is open yet', body: 'It appears here by itself as soon as the director opens one.' },
  refused: 'The hub did not do it.',
  unreached: 'The hub is not reached.',
  notDirector: 'The hub does not take this director’s word.',
};
