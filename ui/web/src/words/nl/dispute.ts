import type { LineDispute } from '../../dispute/api';
import { decimals } from '../../numbers';
import type en from '../en/dispute';

const n = decimals('nl');
const lineName = (line: string) => (line === '5' ? 'startlijn' : `${line}p-lijn`);

export default {
  pageTitle: (answer: string) => (answer ? `${answer} · Lijnmeting · Ditchline` : 'Lijnmeting · Ditchline'),
  title: 'Lijnmeting',
  intro: 'Raakt de schijf de lijn? Toon ze aan de camera of kies foto’s. Twee of drie van verschillende kanten maken het antwoord zekerder.',

  take: 'Neem een foto',
  choose: 'Kies foto’s',
  drop: 'of sleep ze hierheen',
  tips: 'Toon het hele bord, scherp, van zo hoog als u kunt. Raak de schijven intussen niet aan.',
  chosen: 'Gekozen foto’s',
  remove: (name: string) => `Verwijder ${name}`,
  size: (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${n(bytes / 1e6)} MB`),
  line: 'Welke lijn?',
  lines: { '': 'Alle', '15': '15p-lijn', '10': '10p-lijn', '5': 'Startlijn' } as Record<string, string>,
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
  points: (d: LineDispute) =>
    d.points.clear === d.points.touching ? `hoe dan ook ${d.points.clear} punten` : `${d.points.clear} punten als ze niet raakt, ${d.points.touching} als ze raakt`,
  others: 'Alle die dichtbij liggen',
  pictureAlt: (d: LineDispute) => `De schijf bij de ${lineName(d.line)}, recht van boven, vergroot: ${d.text}`,
  zoomHint: 'Knijp, draai aan het wiel of druk + en − om te vergroten.',
  share: 'Delen',
  save: 'Beeld bewaren',
  print: 'Afdrukken',
  json: 'Cijfers als JSON',
  again: 'Nog een lijnmeting',
  alone: (file: string) => `${file} alleen`,
  mm: (gap: number, sd: number) => `${n(gap, 2)} ± ${n(sd, 2)} mm`,
  disagree: (sigma: number) => `De foto’s spreken elkaar ${n(sigma)} sigma tegen: is er iets bewogen tussenin? De onzekerheid is vergroot.`,
  failed: 'Niet gemeten',
  byHand: 'Wijs het bord met de hand aan',
  earlier: 'Eerdere lijnmetingen',
  forget: 'Verwijder deze lijnmeting',
  forgotten: 'Verwijderd.',
  notes: 'Let op',
  problems: {
    offline: 'De server wordt niet bereikt. Draait Ditchline?',
    gone: 'Die lijnmeting wordt niet meer bewaard.',
    heading: 'Dat lukte niet',
  },
  when: (iso: string) => new Date(iso).toLocaleString('nl', { dateStyle: 'medium', timeStyle: 'short' }),
} satisfies typeof en;
