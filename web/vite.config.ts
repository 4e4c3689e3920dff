import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { symbols } from './symbols.plugin.ts';

export default defineConfig({
  plugins: [svelte(), symbols()],
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
});
