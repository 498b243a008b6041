// The words that all pages share.
import type { ColourName } from '../../colour';
import { age } from '../../numbers';
import type { Phase } from '../../snapshot';

export default {
  brand: 'Ditchline',
  menu: 'Menu',
  pages: {
    live: 'Live board',
    start: 'Start',
    wall: 'All boards',
    watch: 'Spectators',
    dispute: 'Line call',
    phone: 'Phone camera',
    history: 'History',
    players: 'Players',
    rules: 'Rules',
    builder: 'Overlay',
    data: 'Data',
    operate: 'Access',
  } as Record<string, string>,
  boardNamed: (name: string) => `Board ${name}`,
  language: 'Language',
  theme: { toDark: 'Switch to the dark theme', toLight: 'Switch to the light theme' },

  phase: {
    starting: 'Starting',
    looking: 'Looking for the board',
    ready: 'Live',
    hand_over_board: 'Hand over the board',
    shot_under_way: 'Shot under way',
    settling: 'Settling',
    settled: 'Settled',
    waiting_for_removal: 'Waiting for removal',
    please_check: 'Please check',
    camera_lost: 'Camera lost',
    ended: 'Ended',
  } satisfies Record<Phase, string>,
  connecting: 'Connecting',
  connectingLong: 'Asking the server for the state of the board.',
  lost: 'Server not reached',
  lostLong: (s: number) => `The server is not reached. What you see is ${age(s)} old.`,
  lostNever: 'The server is not reached. Is Ditchline running?',
  retryIn: (s: number) => (s > 0 ? `Next try in ${s} s` : 'Trying now'),
  retryNow: 'Try now',

  colour: {
    black: 'black', white: 'white', grey: 'grey', natural: 'natural wood', brown: 'brown', orange: 'orange',
    yellow: 'yellow', red: 'red', green: 'green', blue: 'blue', purple: 'purple', pink: 'pink',
  } satisfies Record<ColourName, string>,
};
