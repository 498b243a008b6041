import { age } from '../../numbers';
import type en from '../en/common';

export default {
  brand: 'Ditchline',
  menu: 'Menu',
  pages: {
    live: 'Live bord',
    start: 'Beginnen',
    wall: 'Alle borden',
    watch: 'Toeschouwers',
    dispute: 'Lijnmeting',
    phone: 'Telefoon als camera',
    history: 'Geschiedenis',
    players: 'Spelers',
    rules: 'Spelregels',
    builder: 'Overlay',
    data: 'Gegevens',
    operate: 'Toegang',
  },
  boardNamed: (name: string) => `Bord ${name}`,
  language: 'Taal',
  theme: { toDark: 'Naar het donkere thema', toLight: 'Naar het lichte thema' },

  phase: {
    starting: 'Begint',
    looking: 'Zoekt het bord',
    ready: 'Live',
    hand_over_board: 'Hand boven het bord',
    shot_under_way: 'Schot bezig',
    settling: 'Schijven komen tot rust',
    settled: 'Tot rust',
    waiting_for_removal: 'Schijven weg te nemen',
    please_check: 'Kijk even na',
    camera_lost: 'Camera kwijt',
    ended: 'Afgelopen',
  },
  connecting: 'Verbinden',
  connectingLong: 'De server wordt gevraagd hoe het bord ligt.',
  lost: 'Server niet bereikt',
  lostLong: (s: number) => `De server wordt niet bereikt. Wat u ziet is ${age(s)} oud.`,
  lostNever: 'De server wordt niet bereikt. Draait Ditchline?',
  retryIn: (s: number) => (s > 0 ? `Nieuwe poging over ${s} s` : 'Nieuwe poging'),
  retryNow: 'Nu proberen',

  colour: {
    black: 'zwart', white: 'wit', grey: 'grijs', natural: 'blank hout', brown: 'bruin', orange: 'oranje',
    yellow: 'geel', red: 'rood', green: 'groen', blue: 'blauw', purple: 'paars', pink: 'roze',
  },
} satisfies typeof en;
