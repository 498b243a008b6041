import { expect, test } from 'vitest';
import { called, cameraSource, isCamera, kindOf, reseated, rulesName, rulesOf, sameRules, seated, sent, simulator, sizeOf, withRule, type Camera, type Plan, type Team } from './plan';

const two: Team[] = [
  { side: 'A', colour: '#111111', players: [{ name: 'Anna', seat: 'S' }] },
  { side: 'B', players: [{ name: '', seat: 'N' }] },
];
const four: Team[] = [
  { side: 'A', players: [{ name: '', seat: 'S' }, { name: '', seat: 'N' }] },
  { side: 'B', players: [{ name: '', seat: 'W' }, { name: '', seat: 'E' }] },
];
const camera: Camera = {
  source: 'camera:/dev/video0', path: '/dev/video0', name: 'One',
  sizes: [{ width: 3840, height: 2160, fps: 15 }, { width: 1920, height: 1080, fps: 30 }, { width: 640, height: 480, fps: 60 }],
};
const plan: Plan = { source: 'sim:', board: 'auto', surface: 0, rules: 'NED', set: [], players: '2', teams: two, starter: '', games: 0, event: '', table: '' };

test('a source is known by its address', () => {
  expect(['camera:0', 'sim', 'sim:?seed=1', 'phone:', 'rtsp://a/b', 'HTTP://a', 'file:a.mp4', '/a/b.mp4'].map(kindOf)).toEqual(['camera', 'sim', 'sim', 'phone', 'stream', 'stream', 'video', 'video']);
  expect(isCamera('camera:0?fps=30', camera) && isCamera('camera:/dev/video0', camera)).toBe(true);
  expect(isCamera('camera:1', camera) || isCamera('sim:', camera)).toBe(false);
});

test('a camera is asked for the best size that keeps pace', () => {
  expect(cameraSource(camera)).toBe('camera:/dev/video0?size=1920x1080&fps=30');
  expect(sizeOf(cameraSource(camera, 640, 480))).toBe('640x480');
  expect(cameraSource({ ...camera, sizes: [] })).toBe('camera:/dev/video0');
  expect(cameraSource({ ...camera, sizes: [{ width: 1280, height: 720, fps: 10 }] })).toBe('camera:/dev/video0?size=1280x720&fps=10');
});

test('the simulator plays on the board that was chosen', () => {
  expect(simulator(plan)).toBe('sim:');
  expect(simulator({ board: 'club-55', players: '4' })).toBe('sim:?board=club-55&players=4');
});

test('names and colours stay when the number of players changes', () => {
  const now = reseated(two, four);
  expect(seated(now).map((p) => p.seat + p.side + p.name)).toEqual(['SAAnna', 'WB', 'NA', 'EB']);
  expect(now[0]!.colour).toBe('#111111');
  expect(reseated(now, two)[0]!.players[0]!.name).toBe('Anna');
  expect(four[0]!.players[0]!.name).toBe('');
  expect([called(now, 'S'), called(now, 'N'), called(now, 'E')]).toEqual(['Anna', 'A2', 'B2']);
});

test('rules have a name with their overlays, and house rules only where they differ', () => {
  expect(rulesOf('ch+c+a')).toEqual({ id: 'CH', overlays: ['c', 'a'] });
  expect(rulesName('CH', ['c', 'a'])).toBe('CH+a+c');
  expect(withRule(['Target=50', 'FreeChair=true'], 'target', '80', '100')).toEqual(['FreeChair=true', 'target=80']);
  expect(withRule(['Target=50'], 'Target', '100', '100')).toEqual([]);
  expect(sameRules({ ...plan, rules: 'CH+a+c' }, { ...plan, rules: 'ch+c+a' })).toBe(true);
  expect(sameRules(plan, { ...plan, set: ['Target=50'] }) || sameRules(plan, { ...plan, players: '4' })).toBe(false);
});

test('what is sent has no stray spaces', () => {
  const out = sent({ ...plan, event: ' Cup ', teams: [{ side: 'A', players: [{ name: '  Anna  Maria ', seat: 'S' }] }] });
  expect([out.event, out.teams[0]!.players[0]!.name]).toEqual(['Cup', 'Anna Maria']);
});
