import { decimals } from '../../numbers';
import type { Anomaly, Mark, Match, MatchSide, Seated, Snapshot, Step } from '../../snapshot';
import type en from '../en/live';

const n = decimals('fr');
const rate = (fps: number) => n(fps, fps > 0 && fps < 10 ? 1 : 0);
const why: Record<string, string> = { R_20: '20 points, dans le bol', R_LINE: 'touche la ligne de tir', R_RETURN: 'disque retourné', R_FOUL: 'tir non valable' };

const names = (discs: Anomaly['discs']) => (discs ?? []).map((d) => d.id || 'un disque').join(', ') || 'un disque';
const takeOff = (marks: Mark[]) => `À retirer : ${marks.map((m) => m.id || 'un disque').join(', ')}`;
const putBack = (marks: Mark[]) => `À remettre en place : ${marks.map((m) => m.id || 'un disque').join(', ')}`;
const step = (s: Step): string => {
  const shot = s.n ? `le tir ${s.n}` : 'le tir';
  const kinds: Record<string, string> = { shot, stroke: 'le coup', ruling: `la décision sur ${shot}`, correction: `la modification : ${shot}`, edit: 'la correction', round: 'la fin du tour', flag: 'le signalement', starter: 'le choix du premier', concede: 'l’abandon', stop: 'l’arrêt' };
  return kinds[s.kind] ?? s.kind;
};

export default {
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  score: 'Points',
  team: (name: string) => `Équipe ${name}`,
  total: 'points',
  zone: (points: string) => (points === '20' ? 'Bol des 20 points' : `Champ des ${points}`),
  zoneRow: (team: string) => `Disques de l’équipe ${team} par champ`,
  worthNothing: (n: number) => (n < 2 ? `${n} disque à 0` : `${n} disques à 0`),
  lead: (side: string, by: number) => `${side} mène de ${by}`,
  tie: 'Égalité',
  noScore: { title: 'Aucun disque', body: 'Les points apparaissent avec le premier disque sur la planche.' },
  noScoreLooking: { title: 'Pas encore de points', body: 'Le décompte commence quand la planche est trouvée.' },
  heldScore: 'En attente d’une vue dégagée',
  lastScore: 'Dernier état vu',
  spokenScore: (sides: { name: string; total: number }[]) => sides.map((s) => `${s.name} ${s.total}`).join(', '),

  picture: 'Image',
  pictureAlt: (source: string) => `Image en direct de ${source || 'la caméra'}`,
  noPicture: { title: 'Pas encore d’image', body: 'Elle apparaît avec la première image de la source.' },
  layers: {
    group: 'Dessiné sur l’image',
    rings: 'Lignes',
    footprints: 'Empreintes',
    tops: 'Dessus',
    left_out: 'Écartés',
    zoom: 'Agrandir',
  },

  turn: 'Au jeu',
  game: (total: number) => `partie ${total}`,
  discsLeft: (n: number) => (n < 2 ? `encore ${n} disque` : `encore ${n} disques`),
  next: 'Au tour de',
  hammer: 'Dernier tir',
  starter: 'A commencé',
  round: (n: number) => `Tour ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff,
  takeOffWhy: (m: Mark) => `${m.id || 'Disque'} : ${why[m.why ?? ''] ?? m.why ?? ''}`,
  putBack,
  putBackBody: 'Les cercles en pointillé montrent où. Ils partent quand les disques y sont de nouveau.',
  questionOf: (n: number) => `Tir ${n} : à vous de décider`,
  yes: 'Oui',
  no: 'Non',
  refused: (why: string) => `Non enregistré : ${why}`,
  noMatch: { title: 'Pas encore de partie', body: 'Elle commence avec le premier tir.' },

  shots: 'Tirs',
  noShots: { title: 'Aucun tir', body: 'Chacun est noté ici avec sa décision.' },
  shotName: (n: number, player: string) => `${n}. ${player}`,
  verdict: { valid: 'valable', foul: 'non valable', reshoot: 'nouveau tir', review: 'à décider' },
  byHand: 'Montrer la planche à la main',

  figures: 'Mesures',
  figure: {
    rate: 'Images par seconde',
    rateOf: (captured: number) => `sur ${rate(captured)} par seconde`,
    dropped: 'Images perdues',
    droppedOf: (share: number) => `${n(100 * share)} % du total`,
    latency: 'Délai',
    latencyNote: 'de la prise au résultat',
    board: 'Planche',
    boardNote: (surface: number) => `surface ${Math.round(surface)} mm`,
    tilt: 'Inclinaison',
    tiltNote: 'par rapport à la verticale',
    fit: 'Ajustement',
    fitNote: (px: number) => `${n(px, 2)} px rms`,
    source: 'Source',
    none: '–',
  },
  rate,
  mm: (v: number) => `${n(v, 2)} mm`,
  warnings: 'À noter',

  state: (s: Snapshot, said: string): string => {
    switch (s.phase) {
      case 'starting':
        return 'En attente de la première image.';
      case 'looking':
        return 'Montrez toute la surface de jeu, éclairée également.';
      case 'shot_under_way':
        return 'Un tir est en cours.';
      case 'settling':
        return 'Les disques s’arrêtent.';
      case 'waiting_for_removal':
        return `${takeOff(s.due)}.`;
      case 'please_check':
        return said || (s.ghosts.length > 0 ? `${putBack(s.ghosts)}.` : 'À vérifier.');
      case 'settled':
        return said;
      case 'hand_over_board':
        return 'Ce que la main couvre est inconnu : le décompte attend.';
      case 'ready':
        return s.match?.begun && s.match.next ? `Prêt pour le tir de ${s.match.next.player}.` : 'Prêt pour le premier tir.';
      case 'camera_lost':
        return 'La caméra ne donne pas d’image : vérifiez son câble.';
      case 'ended':
        return 'La source est finie.';
    }
  },
  anomaly: (a: Anomaly): string =>
    ({
      hand_disturbance: `Déplacé à la main : ${names(a.discs)}. À remettre en place.`,
      missing_removal: `Non retiré : ${names(a.discs)}.`,
      wrong_removal: `Retiré, mais en jeu : ${names(a.discs)}. À remettre en place.`,
      returned_disc: `${names(a.discs)} a quitté la planche et y est revenu : à retirer.`,
      board_moved: `La planche ou la caméra a bougé de ${Math.round(a.moved_mm ?? 0)} mm. Elle a été mesurée à nouveau.`,
      camera_lost: 'La caméra a été perdue un moment.',
      out_of_turn: `Pas à son tour : ${names(a.discs)}.`,
    })[a.kind] ?? a.text,

  tools: 'Corrections et outils',
  undo: (s: Step | null) => (s ? `Annuler ${step(s)}` : 'Annuler'),
  redo: (s: Step | null) => (s ? `Rétablir ${step(s)}` : 'Rétablir'),
  undoShot: (n: number) => `Annuler le tir ${n}`,
  addDisc: (team: string) => `Ajouter ${team}`,
  tapToAdd: (team: string) => `Touchez la planche là où est le disque de l’équipe ${team}.`,
  moreTwenties: (side: string) => `Un 20 de plus pour ${side}`,
  lessTwenties: (side: string) => `Un 20 de moins pour ${side}`,
  endMatch: 'Fin du match',
  carromKeys: { disc: 'Aller aux pions', round: 'Fin du match', replay: 'Revoir le dernier coup' } as Record<string, string>,
  endRound: 'Fin du tour',
  flags: 'Signaler',
  voice: 'Annonceur',
  voiceOn: 'L’annonceur est en marche.',
  big: 'Grand score',
  help: 'Touches',
  close: 'Fermer',
  cancel: 'Fermer',

  moreQuestions: (n: number) => (n < 2 ? `encore ${n} question` : `encore ${n} questions`),
  zoomed: (discs: string[]) => `${discs.join(', ')} agrandi, après le tir`,
  clipOf: (n: number) => `Film du tir ${n}, au ralenti`,
  percent: (p: number) => `${Math.round(100 * p)} %`,
  chooses: (side: string) => `${side} choisit qui commence le tour suivant`,
  starts: (player: string) => `${player} commence`,
  over: (winners: string[]) => (winners.length === 0 ? 'La partie est finie : égalité.' : `La partie est finie : gagnée par ${winners.join(', ')}.`),
  frozen: 'Tous les disques sont joués : le tour est compté quand la planche est au repos ou vidée.',
  resumed: 'La partie a repris d’après son journal.',

  shotWas: 'Le tir était',
  touched: 'Disque adverse touché ?',
  answered: 'décidé à la main',
  replay: 'Revoir',
  replayOf: (n: number, player: string) => `Tir ${n}, ${player}`,
  backToLive: 'Retour au direct',
  loading: 'Le film se prépare.',
  noEvidence: 'Rien n’est conservé de ce tir.',
  tracks: 'Les trajets des disques sur la planche',
  play: 'Lecture',
  pause: 'Pause',
  moment: 'Moment du tir',
  speed: (v: number) => (v === 1 ? '1×' : v === 0.25 ? '¼×' : '⅒×'),

  correctDisc: 'Ce disque est en fait',
  place: (points: number, state: string) => (state === 'in_hole' ? '20 points' : state === 'leaning' ? `à moitié dans le trou, ${points}` : state === 'ditch' ? 'à retirer, 0' : `dans le champ des ${points}`),
  isOf: (team: string) => `à l’équipe ${team}`,
  noDisc: 'aucun disque',
  byPeople: 'Sa place a été entrée à la main.',

  roundTitle: (n: number) => `Décompte du tour ${n}`,
  onBoard: 'Sur la planche',
  writeRound: 'Noter le tour',
  timeUp: 'Temps écoulé',
  givesUp: (side: string) => `${side} abandonne`,
  sure: 'Touchez encore pour confirmer',
  sayRound: (r: Match['rounds'][number], sides: MatchSide[]) => `Tour ${r.round}. ${sides.map((s) => `${s.name} ${(r.counts[s.team]?.board ?? 0) + 20 * (r.counts[s.team]?.twenties ?? 0)}`).join(', ')}.`,

  signIn: 'S’identifier pour opérer',
  flagsTitle: 'Ce que seules des personnes voient',
  about: 'Au sujet de',
  flagName: (code: string, disc: string) =>
    ({
      seat: 'Chaise quittée ou déplacée',
      hand: 'Une autre main a touché la planche ou la table',
      board: 'Planche déplacée ou tapée',
      push: 'Disque poussé, sans pichenette',
      held: 'Disques tenus dans la main',
      early: 'Posé ou tiré trop tôt',
      line: `${disc} touche la ligne de tir`,
      flat: `${disc} est à plat dans le trou central`,
      contact: 'Un disque adverse a été touché',
      restore: 'Les places rétablies sont admises',
      distract: 'Distraction ou conseils',
    })[code] ?? code,
  actions: {
    note: 'Noter', warning: 'Avertissement', foul: 'Non valable', replay: 'Nouveau tir', replay_round: 'Rejouer le tour', recalibrate: 'Mesurer à nouveau',
  } as Record<string, string>,

  keys: {
    help: 'Cette feuille',
    close: 'Fermer ce qui est ouvert',
    undo: 'Annuler',
    redo: 'Rétablir',
    yes: 'Répondre à la question : oui',
    no: 'Répondre à la question : non',
    valid: 'Le dernier tir était valable',
    foul: 'Le dernier tir était non valable',
    touched: 'Il a touché un disque adverse',
    untouched: 'Il n’en a touché aucun',
    twentyA: 'Un 20 de plus pour le premier camp',
    twentyB: 'Un 20 de plus pour le second camp',
    lessA: 'Un 20 de moins pour le premier camp',
    lessB: 'Un 20 de moins pour le second camp',
    disc: 'Aller aux disques de la planche',
    add: 'Ajouter un disque, puis le déplacer',
    round: 'Fin du tour',
    flags: 'Signaler',
    replay: 'Revoir le dernier tir',
    big: 'Grand score',
    voice: 'Annonceur en marche ou non',
  } as Record<string, string>,
  keyArrows: 'Déplacer le disque choisi de 1 mm, avec Maj de 10',
  keyNumbers: 'Corriger le disque choisi, comme ses boutons le disent',
  keyTab: 'De disque en disque ; Entrée en choisit un',
} satisfies typeof en;
