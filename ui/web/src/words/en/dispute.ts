// The words of the line-call page.
import type { Answer, Call, LineCall, LineDispute, StrikerPlace } from '../../dispute/api';

const names: Record<string, string> = {
  '5': 'shooting line',
  base_inner: 'inner base line',
  base_outer: 'outer base line',
  base_circle: 'base circle',
  pocket: 'pocket’s rim',
  pocket_half: 'half over the pocket?',
  pocket_fall: 'does it fall?',
};
const lineName = (line: string) => names[line] ?? `${line} line`;

const mm = (gap: number, sd: number) => `${gap.toFixed(2).replace('-', '\u2212')} ± ${sd.toFixed(2)} mm`;
const percent = (p: number) => (p < 0.001 ? 'under 0.1 %' : p > 0.999 ? 'over 99.9 %' : `${(100 * p).toFixed(p < 0.1 || p > 0.9 ? 1 : 0)} %`);

const headings: Record<string, Record<Call, string>> = {
  pocket: { touching: 'Over the rim', clear: 'Clear of the rim', too_close: 'Too close to call' },
  pocket_half: { touching: 'Half over the pocket', clear: 'Less than half over', too_close: 'Too close to call' },
  pocket_fall: { touching: 'It falls', clear: 'It does not fall', too_close: 'Too close to call' },
};

function said(c: LineCall): string {
  const gap = mm(c.clearance_mm, c.sd_mm);
  const over = mm(-c.clearance_mm, c.sd_mm);
  if (c.call === 'too_close') return `${gap}; the chance of ${({ pocket: 'over the rim', pocket_half: 'half over', pocket_fall: 'falling' } as Record<string, string>)[c.line] ?? 'touching'}: ${percent(c.p_touching)}`;
  const touching = c.call === 'touching';
  switch (c.line) {
    case 'pocket':
      return touching ? `its edge is ${over} beyond the rim` : `its edge is ${gap} short of the rim`;
    case 'pocket_half':
      return touching ? `its middle is ${over} beyond the rim` : `its middle is ${gap} short of the rim`;
    case 'pocket_fall':
      return touching ? `its middle is ${over} beyond its hold` : `its middle is ${gap} from where it would fall`;
  }
  return touching ? `over the edge by ${over}` : `clear by ${gap}`;
}

function points(d: LineDispute): string {
  if (d.line === 'base_inner' || d.line === 'base_outer') return 'the striker must touch both base lines';
  if (d.line === 'base_circle') return 'the striker must not touch it';
  if (!d.points) return '';
  return d.points.clear === d.points.touching ? `${d.points.clear} points either way` : `${d.points.clear} points if clear, ${d.points.touching} if it touches`;
}

export default {
  pageTitle: (answer: string) => (answer ? `${answer} · Line call · Ditchline` : 'Line call · Ditchline'),
  title: 'Line call',
  intro: 'Does the disc touch the line? Does the striker lie right, does a piece hang over the pocket? Show it to the camera or choose photographs. Two or three from different sides make the answer surer.',

  take: 'Take a photo',
  choose: 'Choose photos',
  drop: 'or drop them here',
  tipsCarrom: 'Show the whole board, sharp, from as high as you can. Don’t touch the pieces in between.',
  tips: 'Show the whole board, sharp, from as high as you can. Don’t touch the discs in between.',
  chosen: 'Chosen photographs',
  remove: (name: string) => `Remove ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`),
  line: 'Which line?',
  lines: { '': 'Any', '15': 'The 15', '10': 'The 10', '5': 'Shooting line', base: 'Base lines', circle: 'Base circles', pocket: 'Pockets' } as Record<string, string>,
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
  lineName,
  points,
  said,
  heading: (c: LineCall) => headings[c.line]?.[c.call],
  striker: (s: StrikerPlace) =>
    s.call === 'valid'
      ? 'The striker lies right: on both base lines, clear of the circles'
      : s.call === 'too_close'
        ? `Too close to call whether the striker lies right (${percent(s.p_valid)})`
        : s.code === 'F_STRIKER_CIRCLE'
          ? 'The striker lies wrong: it touches a base circle'
          : 'The striker lies wrong: it does not touch both base lines',
  others: 'All that lie close',
  pictureAlt: (d: LineDispute) => `The disc at the ${lineName(d.line)} from straight above, enlarged: ${said(d)}`,
  zoomHint: 'Pinch, turn the wheel or press + and − to enlarge.',
  share: 'Share',
  save: 'Save picture',
  print: 'Print',
  json: 'Figures as JSON',
  again: 'Another line call',
  alone: (file: string) => `${file} by itself`,
  mm,
  disagree: (sigma: number) => `The photographs disagree by ${sigma.toFixed(1)} sigma: was something moved between them? The uncertainty is widened.`,
  failed: 'Not measured',
  byHand: 'Show it the board by hand',
  earlier: 'Earlier line calls',
  forget: 'Remove this line call',
  notes: 'Please note',
  problems: {
    offline: 'The server is not reached. Is Ditchline running?',
    gone: 'That line call is no longer kept.',
    heading: 'That did not work',
  },
  when: (iso: string) => new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
};
