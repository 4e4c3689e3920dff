import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    // Only the land symbols are bundled; the package's front door brings every standard along.
    alias: { 'milsymbol/parts': fileURLToPath(new URL('node_modules/milsymbol/index.mjs', import.meta.url)) },
  },
  build: {
    outDir: '../src/sandtable/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8410', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
});
