import { describe, expect, it } from 'vitest';
import { boardSpecs, overlaySpecs, parse, query, type Options, type Spec } from './params';

const standard = parse(overlaySpecs, '').options;

describe('the parameters of the overlay', () => {
  it('are at their defaults without an address', () => {
    expect(parse(overlaySpecs, '').problems).toEqual([]);
    expect(standard.corner).toBe('bl');
    expect(standard.header).toBe(true);
    expect(query(overlaySpecs, standard)).toBe('');
  });
  it('are read', () => {
    const { options, problems } = parse(overlaySpecs, '?theme=light&accent=0A5fd0&corner=tr&scale=1.25&margin=0&lang=fr&title=Coupe+%26+co&names=Anna|Ben&header=off&mark=both&games=on&open20=on&board=on&rotate=90&motion=off');
    expect(problems).toEqual([]);
    expect(options).toEqual({
      ...standard, theme: 'light', accent: '#0a5fd0', corner: 'tr', scale: 1.25, margin: 0, lang: 'fr', title: 'Coupe & co', names: 'Anna|Ben',
      header: false, mark: 'both', games: 'on', open20: true, board: true, rotate: '90', motion: false,
    } satisfies Options);
  });
  it('that are wrong are named and left at their defaults', () => {
    const { options, problems } = parse(overlaySpecs, '?theme=pink&scale=9&margin=-1&header=yes&accent=red&corner=middle&sclae=1&toasttime=6s&title=' + 'x'.repeat(61));
    expect(options).toEqual(standard);
    expect(problems.map((p) => p.name)).toEqual(['theme', 'scale', 'margin', 'header', 'accent', 'corner', 'sclae', 'toasttime', 'title']);
    expect(problems[0]).toEqual({ name: 'theme', value: 'pink', want: 'dark | light | clear' });
    expect(problems[6]!.want).toBe('');
  });
  it('know nothing of an object’s own names', () => {
    expect(parse(overlaySpecs, '?constructor=1&__proto__=2&toString=3').problems.map((p) => p.name)).toEqual(['constructor', '__proto__', 'toString']);
  });
  it('leave the link’s token alone', () => {
    expect(parse(overlaySpecs, '?w=abc&board=on').problems).toEqual([]);
  });
  it('come back as they were written, every one of them', () => {
    for (const specs of [overlaySpecs, boardSpecs]) {
      for (const [name, s] of Object.entries(specs) as [string, Spec][]) {
        const other: Record<Spec['kind'], () => string | number | boolean> = {
          choice: () => (s.kind === 'choice' ? s.of.find((v) => v !== s.standard)! : ''),
          number: () => (s.kind === 'number' ? s.most : 0),
          switch: () => !s.standard,
          colour: () => '#12ab34',
          text: () => 'Zoë & Jürg | 100 %',
        };
        const options = { ...parse(specs as typeof overlaySpecs, '').options, [name]: other[s.kind]() };
        const text = query(specs as typeof overlaySpecs, options);
        expect(parse(specs as typeof overlaySpecs, text), name).toEqual({ options, problems: [] });
        expect(text.startsWith(`?${name}=`), text).toBe(true);
      }
    }
  });
});
