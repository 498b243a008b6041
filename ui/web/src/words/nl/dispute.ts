import type { Call, LineCall, LineDispute, StrikerPlace } from '../../dispute/api';
import { decimals } from '../../numbers';
import type en from '../en/dispute';

const n = decimals('nl');
const names: Record<string, string> = {
  '5': 'startlijn',
  base_inner: 'binnenste basislijn',
  base_outer: 'buitenste basislijn',
  base_circle: 'basiscirkel',
  pocket: 'rand van het gat',
  pocket_half: 'half boven het gat?',
  pocket_fall: 'valt hij?',
};
const lineName = (line: string) => names[line] ?? `${line}p-lijn`;

const mm = (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`;
const percent = (p: number) => (p < 0.001 ? 'onder 0,1 %' : p > 0.999 ? 'boven 99,9 %' : `${n(100 * p, p < 0.1 || p > 0.9 ? 1 : 0)} %`);

const headings: Record<string, Record<Call, string>> = {
  pocket: { touching: 'Boven de rand', clear: 'Naast de rand', too_close: 'Te krap om te beslissen' },
  pocket_half: { touching: 'Half boven het gat', clear: 'Minder dan half boven het gat', too_close: 'Te krap om te beslissen' },
  pocket_fall: { touching: 'Hij valt', clear: 'Hij valt niet', too_close: 'Te krap om te beslissen' },
};

function said(c: LineCall): string {
  const gap = mm(c.clearance_mm, c.sd_mm);
  const over = mm(-c.clearance_mm, c.sd_mm);
  if (c.call === 'too_close') return `${gap}; de kans ${({ pocket: 'dat hij over de rand ligt', pocket_half: 'op half boven het gat', pocket_fall: 'dat hij valt' } as Record<string, string>)[c.line] ?? 'op raken'}: ${percent(c.p_touching)}`;
  const touching = c.call === 'touching';
  switch (c.line) {
    case 'pocket':
      return touching ? `steekt ${over} over de rand` : `ligt ${gap} van de rand`;
    case 'pocket_half':
      return touching ? `het midden ligt ${over} over de rand` : `het midden ligt ${gap} voor de rand`;
    case 'pocket_fall':
      return touching ? `het midden ligt ${over} voorbij de steun` : `het midden ligt ${gap} van de val`;
  }
  return touching ? `${over} over de rand van de lijn` : `${gap} vrij van de lijn`;
}

function points(d: LineDispute): string {
  if (d.line === 'base_inner' || d.line === 'base_outer') return 'de striker moet beide basislijnen raken';
  if (d.line === 'base_circle') return 'de striker mag hem niet raken';
  if (!d.points) return '';
  return d.points.clear === d.points.touching ? `hoe dan ook ${d.points.clear} punten` : `${d.points.clear} punten als ze niet raakt, ${d.points.touching} als ze raakt`;
}

export default {
  pageTitle: (answer: string) => (answer ? `${answer} · Lijnmeting · Ditchline` : 'Lijnmeting · Ditchline'),
  title: 'Lijnmeting',
  intro: 'Raakt de schijf de lijn? Ligt de striker goed, steekt een steen over het gat? Toon ze aan de camera of kies foto’s. Twee of drie van verschillende kanten maken het antwoord zekerder.',

  take: 'Neem een foto',
  choose: 'Kies foto’s',
  drop: 'of sleep ze hierheen',
  tipsCarrom: 'Toon het hele bord, scherp, van zo hoog als u kunt. Raak de stenen intussen niet aan.',
  tips: 'Toon het hele bord, scherp, van zo hoog als u kunt. Raak de schijven intussen niet aan.',
  chosen: 'Gekozen foto’s',
  remove: (name: string) => `Verwijder ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${n(bytes / 1e6)} MB`),
  line: 'Welke lijn?',
  lines: { '': 'Alle', '15': '15p-lijn', '10': '10p-lijn', '5': 'Startlijn', base: 'Basislijnen', circle: 'Basiscirkels', pocket: 'Gaten' } as Record<string, string>,
  board: 'Bord',
  boardUnknown: 'Niet zeker: oordeel naar het beeld',
  boardHint: 'Een foto toont niet hoe groot een bord is: noem het uwe.',
  surface: 'Doorsnede van het speelvlak, mm',
  surfaceHint: 'Als u het gemeten hebt; laat het anders leeg.',
  ask: 'Meten',
  askLive: (name: string) => `Vraag het over ${name === 'board' || name === 'main' ? 'het live bord' : name}`,
  cancel: 'Afbreken',
  sending: (percent: number) => `Versturen, ${percent} %`,
  measuring: 'Meet: het bord, de schijven, en hoe zeker elke rand is.',
  cancelled: 'Afgebroken.',

  answer: 'Antwoord',
  call: { touching: 'Raakt', clear: 'Raakt niet', too_close: 'Te krap om te beslissen', none: 'Geen schijf bij een lijn' },
  lineName,
  points,
  said,
  heading: (c: LineCall) => headings[c.line]?.[c.call],
  striker: (s: StrikerPlace) =>
    s.call === 'valid'
      ? 'De striker ligt goed: op beide basislijnen, vrij van de cirkels'
      : s.call === 'too_close'
        ? `Te krap om te zeggen of de striker goed ligt (${percent(s.p_valid)})`
        : s.code === 'F_STRIKER_CIRCLE'
          ? 'De striker ligt fout: hij raakt een basiscirkel'
          : 'De striker ligt fout: hij raakt niet beide basislijnen',
  others: 'Alle die dichtbij liggen',
  pictureAlt: (d: LineDispute) => `De schijf bij de ${lineName(d.line)}, recht van boven, vergroot: ${said(d)}`,
  zoomHint: 'Knijp, draai aan het wiel of druk + en − om te vergroten.',
  share: 'Delen',
  save: 'Beeld bewaren',
  print: 'Afdrukken',
  json: 'Cijfers als JSON',
  again: 'Nog een lijnmeting',
  alone: (file: string) => `${file} alleen`,
  mm,
  disagree: (sigma: number) => `De foto’s spreken elkaar ${n(sigma)} sigma tegen: is er iets bewogen tussenin? De onzekerheid is vergroot.`,
  failed: 'Niet gemeten',
  byHand: 'Wijs het bord met de hand aan',
  earlier: 'Eerdere lijnmetingen',
  forget: 'Verwijder deze lijnmeting',
  notes: 'Let op',
  problems: {
    offline: 'De server wordt niet bereikt. Draait Ditchline?',
    gone: 'Die lijnmeting wordt niet meer bewaard.',
    heading: 'Dat lukte niet',
  },
  when: (iso: string) => new Date(iso).toLocaleString('nl', { dateStyle: 'medium', timeStyle: 'short' }),
} satisfies typeof en;
