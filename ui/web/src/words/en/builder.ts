// The words of the overlay's builder.
import type { BoardOptions, Options } from '../../overlay/params';
import type { Sample } from '../../builder/sample';

export default {
  title: 'Overlay builder',
  intro: 'Put the score over your stream in OBS, vMix or any program that shows a web page. Set it up here, copy its address, and add it as a browser source of 1920 × 1080.',
  kind: { label: 'What', score: 'Scoreboard', board: 'Board alone', top: 'Board from above, as a picture' },
  over: 'Preview over a drawn hall',
  show: { label: 'Show', two: 'Two players', four: 'Doubles', three: 'Three players', carrom: 'Carrom', live: 'The live board' } satisfies Record<Sample | 'label' | 'live', string>,
  whichBoard: 'Board',
  toast: 'Play a verdict',
  address: 'Address',
  copy: 'Copy address',
  copied: 'Copied',
  notCopied: 'Select it and copy it by hand',
  open: 'Open it',
  elsewhere: 'For a program on another machine',
  notReachable: 'Only this machine reaches Ditchline now. Start it with --listen 0.0.0.0:8080 for programs on others.',
  reset: 'Back to the defaults',
  paste: 'Take over an address',
  pasteHint: 'Paste an overlay’s address to go on with it',
  problems: 'This is wrong with the address; the overlay keeps its defaults there:',
  wrong: (name: string, value: string, want: string) => `${name} is “${value}”: want ${want}`,
  unknown: (name: string) => `there is no parameter “${name}”`,
  topHint: 'The camera’s picture laid flat: a video stream for a media source, or one picture at /snapshot.jpg.',
  groups: { text: 'Words', look: 'Look', place: 'Place', parts: 'Parts', board: 'Mini board', stats: 'Statistics' },
  choices: {
    dark: 'Dark', light: 'Light', clear: 'No panel', tl: 'Top left', top: 'Top', tr: 'Top right', bl: 'Bottom left', bottom: 'Bottom', br: 'Bottom right', middle: 'Middle',
    hammer: 'Hammer', first: 'First shot', both: 'Both', off: 'Off', on: 'On', auto: 'If there are several', ms: 'm/s', kmh: 'km/h', mph: 'mph', '': 'The browser’s', '0': '0°', '90': '90°', '180': '180°', '270': '270°',
  } as Record<string, string>,
  params: {
    theme: 'Theme', accent: 'Accent', corner: 'Corner', scale: 'Scale', margin: 'Margin', lang: 'Language', title: 'Event', stage: 'Stage', names: 'Names, parted by |', header: 'Title bar', mark: 'Mark', turn: 'Whose turn',
    discs: 'Remaining discs', twenties: '20s', round: 'Points of the round', points: 'Points', games: 'Games', open20: 'Open 20s', speed: 'Shot speed', units: 'Speed in', toast: 'Last verdict', toasttime: 'Verdict, seconds',
    width: 'Width', board: 'Mini board', boardcorner: 'Its corner', boardsize: 'Its size', rotate: 'Turn the board', labels: 'Points on the discs', motion: 'Animations', size: 'Size', rail: 'Ditch and rail', due: 'Discs to take off',
  } satisfies Record<keyof Options | keyof BoardOptions | 'width', string>,
};
