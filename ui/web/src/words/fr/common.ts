import { age } from '../../numbers';
import type en from '../en/common';

export default {
  brand: 'Ditchline',
  menu: 'Menu',
  pages: {
    live: 'En direct',
    start: 'Commencer',
    wall: 'Toutes les planches',
    watch: 'Spectateurs',
    dispute: 'Disque litigieux',
    phone: 'Téléphone caméra',
    history: 'Historique',
    players: 'Joueurs',
    rules: 'Règles',
    builder: 'Incrustation',
    data: 'Données',
    operate: 'Accès',
  },
  boardNamed: (name: string) => `Planche ${name}`,
  language: 'Langue',
  theme: { toDark: 'Passer au thème sombre', toLight: 'Passer au thème clair' },

  phase: {
    starting: 'Démarrage',
    looking: 'Recherche de la planche',
    ready: 'En direct',
    hand_over_board: 'Main au-dessus de la planche',
    shot_under_way: 'Tir en cours',
    settling: 'Les disques s’arrêtent',
    settled: 'Arrêtés',
    waiting_for_removal: 'Disques à retirer',
    please_check: 'À vérifier',
    camera_lost: 'Caméra perdue',
    ended: 'Terminé',
  },
  connecting: 'Connexion',
  connectingLong: 'Demande de l’état de la planche au serveur.',
  lost: 'Serveur injoignable',
  lostLong: (s: number) => `Le serveur est injoignable. Ce que vous voyez date de ${age(s)}.`,
  lostNever: 'Le serveur est injoignable. Ditchline est-il lancé ?',
  retryIn: (s: number) => (s > 0 ? `Nouvel essai dans ${s} s` : 'Nouvel essai'),
  retryNow: 'Essayer maintenant',

  colour: {
    black: 'noir', white: 'blanc', grey: 'gris', natural: 'bois naturel', brown: 'brun', orange: 'orange',
    yellow: 'jaune', red: 'rouge', green: 'vert', blue: 'bleu', purple: 'violet', pink: 'rose',
  },
} satisfies typeof en;
