import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { symbols } from './symbols.plugin.ts';

/** `vite build --mode site` makes the page that needs no server: `tools/site` puts the rest beside it. */
export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte(), symbols()],
  resolve: {
    alias: {
      '#backend': fileURLToPath(
        new URL(mode === 'site' ? 'src/local/local.svelte.ts' : 'src/lib/server.ts', import.meta.url),
      ),
    },
  },
  worker: { format: 'es' as const },
  build: {
    outDir: '../src/sandtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.txt' },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8410', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
}));
