import { mount, type Component } from 'svelte';
import './app.css';

// Each page is loaded when it is opened: a phone that asks for a line call
// need not load the live board.
const pages: Record<string, () => Promise<{ default: Component }>> = {
  '/dispute': () => import('./dispute/Page.svelte'),
  '/calibrate': () => import('./calibrate/Page.svelte'),
};
const live = () => import('./App.svelte');

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
mount((await (pages[location.pathname] ?? live)()).default, { target });
