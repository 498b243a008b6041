// Every word of the line-call page, so that a language is one object of the
// same shape.

import type { Answer, Call, LineDispute } from './api';

const en = {
  pageTitle: (answer: string) => (answer ? `${answer} · Line call · Ditchline` : 'Line call · Ditchline'),
  title: 'Line call',
  intro: 'Does the disc touch the line? Show it to the camera or choose photographs. Two or three from different sides make the answer surer.',
  live: 'Live board',

  take: 'Take a photo',
  choose: 'Choose photos',
  drop: 'or drop them here',
  tips: 'Show the whole board, sharp, from as high as you can. Don’t touch the discs in between.',
  chosen: 'Chosen photographs',
  remove: (name: string) => `Remove ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`),
  line: 'Which line?',
  lines: { '': 'Any', '15': 'The 15', '10': 'The 10', '5': 'Shooting line' } as Record<string, string>,
  board: 'Board',
  boardUnknown: 'Not sure: judge by the picture',
  boardHint: 'A picture does not show how large a board is: name yours.',
  surface: 'Playing surface across, mm',
  surfaceHint: 'If you measured it; else leave it empty.',
  ask: 'Measure',
  askLive: (name: string) => `Ask about ${name === 'board' || name === 'main' ? 'the live board' : name}`,
  cancel: 'Cancel',
  sending: (percent: number) => `Sending, ${percent} %`,
  measuring: 'Measuring: the board, the discs, and how sure each edge is.',
  cancelled: 'Cancelled.',

  answer: 'Answer',
  call: { touching: 'Touching', clear: 'Clear', too_close: 'Too close to call', none: 'No disc near a line' } satisfies Record<Answer | Call, string>,
  lineName: (line: string) => (line === '5' ? 'shooting line' : `${line} line`),
  points: (d: LineDispute) =>
    d.points.clear === d.points.touching ? `${d.points.clear} points either way` : `${d.points.clear} points if clear, ${d.points.touching} if it touches`,
  others: 'All that lie close',
  pictureAlt: (d: LineDispute) => `The disc at the ${en.lineName(d.line)} from straight above, enlarged: ${d.text}`,
  zoomHint: 'Pinch, turn the wheel or press + and − to enlarge.',
  share: 'Share',
  save: 'Save picture',
  print: 'Print',
  json: 'Figures as JSON',
  again: 'Another line call',
  alone: (file: string) => `${file} by itself`,
  disagree: (sigma: number) => `The photographs disagree by ${sigma.toFixed(1)} sigma: was something moved between them? The uncertainty is widened.`,
  failed: 'Not measured',
  byHand: 'Show it the board by hand',
  earlier: 'Earlier line calls',
  forget: 'Remove this line call',
  forgotten: 'Removed.',
  notes: 'Please note',
  problems: {
    offline: 'The server is not reached. Is Ditchline running?',
    gone: 'That line call is no longer kept.',
    heading: 'That did not work',
  },
  when: (iso: string) => new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }),
};

export const text = en;
