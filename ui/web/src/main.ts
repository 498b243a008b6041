import { mount } from 'svelte';
import './app.css';
import { within } from './base';
import { find, hallPlaces, inHall, loader, places } from './pages';
import { language } from './words';

document.documentElement.lang = language;
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

// Each page is loaded when it is opened: a phone that asks for a line call
// need not load the live board.
const here = inHall ? hallPlaces : places;
const found = find(within(location.pathname), here) ?? { place: here[0]!, params: {} };
const load = loader(found.place) ?? loader(here[0]!);
if (load) mount((await load()).default, { target, props: { params: found.params } });
