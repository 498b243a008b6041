import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server of the page's data while `npm run dev` runs: the program, or
// `go run ./ui/storybook/serve -listen 127.0.0.1:8080`.
const backend = process.env.DITCHLINE ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/stream.mjpg', '/snapshot.jpg'].map((path) => [path, backend])),
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
