import type en from '../en/hall';

export default {
  pages: {
    'hall/wall': 'Tables',
    'hall/pairings': 'Appariements',
    'hall/standings': 'Classement',
    'hall/bracket': 'Tableau final',
    'hall/tv': 'Télé',
    'hall/director': 'Direction',
  },
  nav: 'Pages de la salle',
  table: (name: string) => (/^\d/.test(name) ? `Table ${name}` : name),
  loading: 'On demande au serveur où en est la salle.',
  notOpen: { title: 'Aucun tournoi n’est encore ouvert', body: 'Il apparaît ici de lui-même dès que la direction en ouvre un.' },
  refused: 'Le serveur ne l’a pas fait.',
  unreached: 'Le serveur ne répond pas.',
  notDirector: 'Le serveur n’accepte pas ce mot de la direction.',
} satisfies typeof en;
