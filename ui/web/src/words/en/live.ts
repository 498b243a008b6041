// The words of the live board.
import type { Anomaly, Mark, Match, MatchSide, Seated, Snapshot, Step, Verdict } from '../../snapshot';

const rate = (fps: number) => (fps > 0 && fps < 10 ? fps.toFixed(1) : fps.toFixed(0));
const why: Record<string, string> = { R_20: 'a twenty, into the bowl', R_LINE: 'touches the shooting line', R_RETURN: 'left and came back', R_FOUL: 'off by the foul' };

const names = (discs: Anomaly['discs']) => (discs ?? []).map((d) => d.id || 'a disc').join(', ') || 'a disc';
const takeOff = (marks: Mark[]) => `Take off ${marks.map((m) => m.id || 'a disc').join(', ')}`;
const putBack = (marks: Mark[]) => `Put back ${marks.map((m) => m.id || 'a disc').join(', ')}`;
const step = (s: Step): string => {
  const shot = s.n ? `shot ${s.n}` : 'shot';
  const kinds: Record<string, string> = { shot, stroke: 'stroke', ruling: `ruling on ${shot}`, correction: `change of ${shot}`, edit: 'correction', round: 'end of round', flag: 'flag', starter: 'choice of starter', concede: 'giving up', stop: 'time’s up' };
  return kinds[s.kind] ?? s.kind;
};

export default {
  pageTitle: (phase: string) => `${phase} · Ditchline`,

  score: 'Score',
  team: (name: string) => `Team ${name}`,
  total: 'points',
  zone: (points: string) => (points === '20' ? 'Twenties' : `In the ${points}`),
  zoneRow: (team: string) => `Discs of team ${team} by zone`,
  worthNothing: (n: number) => (n === 1 ? '1 disc worth 0' : `${n} discs worth 0`),
  lead: (side: string, by: number) => `${side} leads by ${by}`,
  tie: 'Level',
  noScore: { title: 'No discs yet', body: 'The score appears with the first disc on the board.' },
  noScoreLooking: { title: 'No score yet', body: 'Counting begins when the board is found.' },
  heldScore: 'Held until the view is clear',
  lastScore: 'As last seen',
  spokenScore: (sides: { name: string; total: number }[]) => sides.map((s) => `${s.name} ${s.total}`).join(', '),

  picture: 'Picture',
  pictureAlt: (source: string) => `Live picture of ${source || 'the camera'}`,
  noPicture: { title: 'No picture yet', body: 'It appears with the first frame of the source.' },
  layers: {
    group: 'Drawn over the picture',
    rings: 'Rings',
    footprints: 'Footprints',
    tops: 'Tops',
    left_out: 'Left out',
    zoom: 'Zoom in',
  },

  turn: 'Turn',
  game: (total: number) => `game ${total}`,
  discsLeft: (n: number) => (n === 1 ? '1 disc left' : `${n} discs left`),
  next: 'To shoot',
  hammer: 'Last shot',
  starter: 'Started',
  round: (n: number) => `Round ${n}`,
  seated: (s: Seated | null) => s?.player ?? '–',
  takeOff,
  takeOffWhy: (m: Mark) => `${m.id || 'Disc'}: ${why[m.why ?? ''] ?? m.why ?? ''}`,
  putBack,
  putBackBody: 'The dashed circles show where. They go when the discs lie there again.',
  questionOf: (n: number) => `Shot ${n}: please decide`,
  yes: 'Yes',
  no: 'No',
  refused: (why: string) => `Not entered: ${why}`,
  noMatch: { title: 'No match yet', body: 'It begins with the first shot.' },

  shots: 'Shots',
  noShots: { title: 'No shots yet', body: 'Each is listed here with its verdict.' },
  shotName: (n: number, player: string) => `${n}. ${player}`,
  verdict: { valid: 'valid', foul: 'foul', reshoot: 'shoot again', review: 'please decide' } satisfies Record<Verdict, string>,
  byHand: 'Show the board by hand',

  figures: 'Figures',
  figure: {
    rate: 'Frame rate',
    rateOf: (captured: number) => `of ${rate(captured)} a second`,
    dropped: 'Dropped frames',
    droppedOf: (share: number) => `${(100 * share).toFixed(1)} % of all`,
    latency: 'Delay',
    latencyNote: 'capture to result',
    board: 'Board',
    boardNote: (surface: number) => `surface ${Math.round(surface)} mm`,
    tilt: 'Camera tilt',
    tiltNote: 'from straight above',
    fit: 'Fit',
    fitNote: (px: number) => `${px.toFixed(2)} px rms`,
    source: 'Source',
    none: '–',
  },
  rate,
  mm: (v: number) => `${v.toFixed(2)} mm`,
  warnings: 'Please note',

  // The state in a sentence; said is the last verdict or the open question.
  state: (s: Snapshot, said: string): string => {
    switch (s.phase) {
      case 'shot_under_way':
        return 'A shot is under way.';
      case 'settling':
        return 'The discs come to rest.';
      case 'waiting_for_removal':
        return `${takeOff(s.due)}.`;
      case 'please_check':
        return said || (s.ghosts.length > 0 ? `${putBack(s.ghosts)}.` : s.text);
      case 'settled':
        return said || s.text;
      case 'hand_over_board':
        return 'What the hand covers is unknown: the count waits.';
      case 'ready':
        return s.match?.begun && s.match.next ? `Ready for the shot of ${s.match.next.player}.` : s.text;
      default:
        return s.text;
    }
  },
  anomaly: (a: Anomaly): string =>
    ({
      hand_disturbance: `Moved by hand: ${names(a.discs)}. Put it back on its place.`,
      missing_removal: `Not taken off: ${names(a.discs)}.`,
      wrong_removal: `Taken off, but in play: ${names(a.discs)}. Put it back on its place.`,
      returned_disc: `${names(a.discs)} left the surface and came back: it must be taken off.`,
      board_moved: `The board or the camera was moved by ${Math.round(a.moved_mm ?? 0)} mm. It was measured anew.`,
      camera_lost: 'The camera was lost for a moment.',
    })[a.kind] ?? a.text,

  tools: 'Corrections and tools',
  undo: (s: Step | null) => (s ? `Undo ${step(s)}` : 'Undo'),
  redo: (s: Step | null) => (s ? `Redo ${step(s)}` : 'Redo'),
  undoShot: (n: number) => `Undo shot ${n}`,
  addDisc: (team: string) => `Add ${team}`,
  tapToAdd: (team: string) => `Tap the board where the disc of team ${team} lies.`,
  moreTwenties: (side: string) => `One twenty more for ${side}`,
  lessTwenties: (side: string) => `One twenty less for ${side}`,
  endMatch: 'End of match',
  carromKeys: { disc: 'Go to the pieces', round: 'End of match', replay: 'Replay the last stroke' } as Record<string, string>,
  endRound: 'End of round',
  flags: 'Flags',
  voice: 'Announcer',
  voiceOn: 'The announcer is on.',
  big: 'Big score',
  help: 'Keys',
  close: 'Close',
  cancel: 'Close',

  moreQuestions: (n: number) => (n === 1 ? '1 more waits' : `${n} more wait`),
  zoomed: (discs: string[]) => `${discs.join(', ')} enlarged, after the shot`,
  clipOf: (n: number) => `Film of shot ${n}, slowly`,
  percent: (p: number) => `${Math.round(100 * p)} %`,
  chooses: (side: string) => `${side} chooses who starts the next round`,
  starts: (player: string) => `${player} starts`,
  over: (winners: string[]) => (winners.length === 0 ? 'The match is over: a draw.' : `The match is over: won by ${winners.join(', ')}.`),
  frozen: 'All discs are played: the round is counted when the board rests or is cleared.',
  resumed: 'The match went on from its log.',

  shotWas: 'The shot was',
  touched: 'Opposing disc touched?',
  answered: 'decided by hand',
  replay: 'Replay',
  replayOf: (n: number, player: string) => `Shot ${n}, ${player}`,
  backToLive: 'Back to live',
  loading: 'The film is being made.',
  noEvidence: 'Nothing is kept of this shot.',
  tracks: 'The ways of the discs on the board',
  play: 'Play',
  pause: 'Pause',
  moment: 'Moment of the shot',
  speed: (v: number) => (v === 1 ? '1×' : v === 0.25 ? '¼×' : '⅒×'),

  correctDisc: 'This disc really is',
  place: (points: number, state: string) => (state === 'in_hole' ? 'twenty' : state === 'leaning' ? `leaning, ${points}` : state === 'ditch' ? 'off, counts 0' : `in the ${points}`),
  isOf: (team: string) => `team ${team}’s`,
  noDisc: 'no disc',
  byPeople: 'Its place was entered by hand.',

  roundTitle: (n: number) => `Count of round ${n}`,
  onBoard: 'On the board',
  writeRound: 'Write the round',
  timeUp: 'Time is up',
  givesUp: (side: string) => `${side} gives up`,
  sure: 'Tap again to confirm',
  sayRound: (r: Match['rounds'][number], sides: MatchSide[]) => `Round ${r.round}. ${sides.map((s) => `${s.name} ${(r.counts[s.team]?.board ?? 0) + 20 * (r.counts[s.team]?.twenties ?? 0)}`).join(', ')}.`,

  signIn: 'Sign in to operate',
  flagsTitle: 'What only people can see',
  about: 'About',
  flagName: (code: string, disc: string) =>
    ({
      seat: 'Left the seat or moved the chair',
      hand: 'Another hand touched board or table',
      board: 'Board moved or tapped',
      push: 'Pushed, not flicked',
      held: 'Discs held in the hand',
      early: 'Placed or shot too early',
      line: `${disc} touches the shooting line`,
      flat: `${disc} lies flat in the hole`,
      contact: 'An opposing disc was touched',
      restore: 'Restored places are agreed',
      distract: 'Distraction or coaching',
    })[code] ?? code,
  actions: {
    note: 'Note', warning: 'Warning', foul: 'Foul', replay: 'Shoot again', replay_round: 'Round anew', recalibrate: 'Measure anew',
  } as Record<string, string>,

  keys: {
    help: 'This sheet',
    close: 'Close what is open',
    undo: 'Undo',
    redo: 'Redo',
    yes: 'Answer the question: yes',
    no: 'Answer the question: no',
    valid: 'The last shot was valid',
    foul: 'The last shot was a foul',
    touched: 'It touched an opposing disc',
    untouched: 'It touched none',
    twentyA: 'A twenty more for the first side',
    twentyB: 'A twenty more for the second side',
    lessA: 'A twenty less for the first side',
    lessB: 'A twenty less for the second side',
    disc: 'Go to the discs on the board',
    add: 'Add a disc, then move it',
    round: 'End of round',
    flags: 'Flags',
    replay: 'Replay the last shot',
    big: 'Big score',
    voice: 'Announcer on or off',
  } as Record<string, string>,
  keyArrows: 'Move the chosen disc by 1 mm, with Shift by 10',
  keyNumbers: 'Correct the chosen disc, as its buttons say',
  keyTab: 'From disc to disc; Enter chooses one',
};
