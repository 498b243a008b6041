import { decimals } from '../../numbers';
import type { Anomaly, Mark, Match, MatchSide, Seated, Snapshot, Step } from '../../snapshot';
import type en from '../en/live';

const n = decimals('nl');
const rate = (fps: number) => n(fps, fps > 0 && fps < 10 ? 1 : 0);
const why: Record<string, string> = { R_20: '20p, op de aparte stapel', R_LINE: 'raakt de startlijn', R_RETURN: 'teruggekeerd', R_FOUL: 'ongeldig schot' };

const names = (discs: Anomaly['discs']) => (discs ?? []).map((d) => d.id || 'een schijf').join(', ') || 'een schijf';
const takeOff = (marks: Mark[]) => `Neem weg: ${marks.map((m) => m.id || 'een schijf').join(', ')}`;
const putBack = (marks: Mark[]) => `Leg terug: ${marks.map((m) => m.id || 'een schijf').join(', ')}`;
const step = (s: Step): string => {
  const shot = s.n ? `schot ${s.n}` : 'schot';
  const kinds: Record<string, string> = { shot, stroke: 'stoot', ruling: `beslissing over ${shot}`, correction: `wijziging van ${shot}`, edit: 'correctie', round: 'einde van de ronde', flag: 'melding', starter: 'keuze van de starter', concede: 'opgave', stop: 'tijd om' };
  return kinds[s.kind] ?? s.kind;
};

export default {
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  score: 'Score',
  team: (name: string) => `Team ${name}`,
  total: 'punten',
  zone: (points: string) => (points === '20' ? '20p-gat' : `In de ${points}p-zone`),
  zoneRow: (team: string) => `Schijven van team ${team} per zone`,
  worthNothing: (n: number) => (n === 1 ? '1 schijf telt 0' : `${n} schijven tellen 0`),
  lead: (side: string, by: number) => `${side} staat ${by} voor`,
  tie: 'Gelijk',
  noScore: { title: 'Nog geen schijven', body: 'De score verschijnt met de eerste schijf op het bord.' },
  noScoreLooking: { title: 'Nog geen score', body: 'Het tellen begint wanneer het bord gevonden is.' },
  heldScore: 'Wacht tot het zicht vrij is',
  lastScore: 'Zoals laatst gezien',
  spokenScore: (sides: { name: string; total: number }[]) => sides.map((s) => `${s.name} ${s.total}`).join(', '),

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

  turn: 'Beurt',
  game: (total: number) => `spel ${total}`,
  discsLeft: (n: number) => (n === 1 ? 'nog 1 schijf' : `nog ${n} schijven`),
  next: 'Aan de beurt',
  hammer: 'Laatste schot',
  starter: 'Begon',
  round: (n: number) => `Ronde ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff,
  takeOffWhy: (m: Mark) => `${m.id || 'Schijf'}: ${why[m.why ?? ''] ?? m.why ?? ''}`,
  putBack,
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

  state: (s: Snapshot, said: string): string => {
    switch (s.phase) {
      case 'starting':
        return 'Wacht op het eerste beeld.';
      case 'looking':
        return 'Toon het hele speelvlak, gelijkmatig verlicht.';
      case 'shot_under_way':
        return 'Er is een schot bezig.';
      case 'settling':
        return 'De schijven komen tot rust.';
      case 'waiting_for_removal':
        return `${takeOff(s.due)}.`;
      case 'please_check':
        return said || (s.ghosts.length > 0 ? `${putBack(s.ghosts)}.` : 'Kijk even na.');
      case 'settled':
        return said;
      case 'hand_over_board':
        return 'Wat de hand bedekt is onbekend: het tellen wacht.';
      case 'ready':
        return s.match?.begun && s.match.next ? `Klaar voor het schot van ${s.match.next.player}.` : 'Klaar voor het eerste schot.';
      case 'camera_lost':
        return 'De camera geeft geen beeld: kijk haar kabel na.';
      case 'ended':
        return 'De bron is afgelopen.';
    }
  },
  anomaly: (a: Anomaly): string =>
    ({
      hand_disturbance: `Met de hand bewogen: ${names(a.discs)}. Leg terug op de plaats.`,
      missing_removal: `Niet weggenomen: ${names(a.discs)}.`,
      wrong_removal: `Weggenomen, maar in het spel: ${names(a.discs)}. Leg terug op de plaats.`,
      returned_disc: `${names(a.discs)} verliet het bord en kwam terug: moet weg.`,
      board_moved: `Het bord of de camera is ${Math.round(a.moved_mm ?? 0)} mm verschoven. Het is opnieuw gemeten.`,
      camera_lost: 'De camera was even kwijt.',
      out_of_turn: `Niet aan de beurt: ${names(a.discs)}.`,
    })[a.kind] ?? a.text,

  tools: 'Correcties en gereedschap',
  undo: (s: Step | null) => (s ? `Terug: ${step(s)}` : 'Terug'),
  redo: (s: Step | null) => (s ? `Opnieuw: ${step(s)}` : 'Opnieuw'),
  undoShot: (n: number) => `Schot ${n} terugnemen`,
  addDisc: (team: string) => `${team} erbij`,
  tapToAdd: (team: string) => `Tik op het bord waar de schijf van team ${team} ligt.`,
  moreTwenties: (side: string) => `Eén keer 20p meer voor ${side}`,
  lessTwenties: (side: string) => `Eén keer 20p minder voor ${side}`,
  endMatch: 'Einde partij',
  carromKeys: { disc: 'Naar de stenen', round: 'Einde partij', replay: 'De laatste stoot herhalen' } as Record<string, string>,
  endRound: 'Einde ronde',
  flags: 'Melden',
  voice: 'Omroeper',
  voiceOn: 'De omroeper staat aan.',
  big: 'Grote score',
  help: 'Toetsen',
  close: 'Sluiten',
  cancel: 'Sluiten',

  moreQuestions: (n: number) => (n === 1 ? 'nog 1 vraag' : `nog ${n} vragen`),
  zoomed: (discs: string[]) => `${discs.join(', ')} vergroot, na het schot`,
  clipOf: (n: number) => `Film van schot ${n}, traag`,
  percent: (p: number) => `${Math.round(100 * p)} %`,
  chooses: (side: string) => `${side} kiest wie de volgende ronde begint`,
  starts: (player: string) => `${player} begint`,
  over: (winners: string[]) => (winners.length === 0 ? 'De partij is afgelopen: gelijkspel.' : `De partij is afgelopen: gewonnen door ${winners.join(', ')}.`),
  frozen: 'Alle schijven zijn gespeeld: de ronde wordt geteld als het bord rust of leeg is.',
  resumed: 'De partij ging verder uit haar logboek.',

  shotWas: 'Het schot was',
  touched: 'Schijf van de tegenstander geraakt?',
  answered: 'met de hand beslist',
  replay: 'Herhaling',
  replayOf: (n: number, player: string) => `Schot ${n}, ${player}`,
  backToLive: 'Terug naar live',
  loading: 'De film wordt gemaakt.',
  noEvidence: 'Van dit schot is niets bewaard.',
  tracks: 'De banen van de schijven op het bord',
  play: 'Speel',
  pause: 'Pauze',
  moment: 'Moment van het schot',
  speed: (v: number) => (v === 1 ? '1×' : v === 0.25 ? '¼×' : '⅒×'),

  correctDisc: 'Deze schijf is eigenlijk',
  place: (points: number, state: string) => (state === 'in_hole' ? '20p' : state === 'leaning' ? `half in het gat, ${points}p` : state === 'ditch' ? 'naar de gracht, 0' : `in de ${points}p-zone`),
  isOf: (team: string) => `van team ${team}`,
  noDisc: 'geen schijf',
  byPeople: 'De plaats is met de hand ingevoerd.',

  roundTitle: (n: number) => `Telling van ronde ${n}`,
  onBoard: 'Op het bord',
  writeRound: 'Noteer de ronde',
  timeUp: 'De tijd is om',
  givesUp: (side: string) => `${side} geeft op`,
  sure: 'Tik nog eens om te bevestigen',
  sayRound: (r: Match['rounds'][number], sides: MatchSide[]) => `Ronde ${r.round}. ${sides.map((s) => `${s.name} ${(r.counts[s.team]?.board ?? 0) + 20 * (r.counts[s.team]?.twenties ?? 0)}`).join(', ')}.`,

  signIn: 'Aanmelden om te bedienen',
  flagsTitle: 'Wat alleen mensen zien',
  about: 'Over',
  flagName: (code: string, disc: string) =>
    ({
      seat: 'Stoel verlaten of verschoven',
      hand: 'Een andere hand raakte bord of tafel',
      board: 'Bord verschoven of aangetikt',
      push: 'Geschoven, niet geschoten',
      held: 'Schijven in de hand gehouden',
      early: 'Te vroeg gelegd of geschoten',
      line: `${disc} raakt de startlijn`,
      flat: `${disc} ligt plat in het 20p-gat`,
      contact: 'Een schijf van de tegenstander is geraakt',
      restore: 'Over de herstelde plaatsen is men het eens',
      distract: 'Afleiding of hulp',
    })[code] ?? code,
  actions: {
    note: 'Noteer', warning: 'Waarschuwing', foul: 'Ongeldig', replay: 'Schiet opnieuw', replay_round: 'Ronde opnieuw', recalibrate: 'Meet opnieuw',
  } as Record<string, string>,

  keys: {
    help: 'Dit blad',
    close: 'Sluit wat open is',
    undo: 'Terug',
    redo: 'Opnieuw',
    yes: 'Antwoord op de vraag: ja',
    no: 'Antwoord op de vraag: nee',
    valid: 'Het laatste schot was geldig',
    foul: 'Het laatste schot was ongeldig',
    touched: 'Het raakte een schijf van de tegenstander',
    untouched: 'Het raakte er geen',
    twentyA: 'Eén keer 20p meer voor de eerste partij',
    twentyB: 'Eén keer 20p meer voor de tweede partij',
    lessA: 'Eén keer 20p minder voor de eerste partij',
    lessB: 'Eén keer 20p minder voor de tweede partij',
    disc: 'Ga naar de schijven op het bord',
    add: 'Voeg een schijf toe, verplaats ze dan',
    round: 'Einde ronde',
    flags: 'Melden',
    replay: 'Herhaal het laatste schot',
    big: 'Grote score',
    voice: 'Omroeper aan of uit',
  } as Record<string, string>,
  keyArrows: 'Verplaats de gekozen schijf 1 mm, met Shift 10',
  keyNumbers: 'Corrigeer de gekozen schijf, zoals haar knoppen zeggen',
  keyTab: 'Van schijf naar schijf; Enter kiest er een',
} satisfies typeof en;
