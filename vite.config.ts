import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The web app: apps/web/index.html and all it imports, built to dist/web, which the server sends. */
export default defineConfig({
  root: join(import.meta.dirname, 'apps/web'),
  publicDir: join(import.meta.dirname, 'apps/web/public'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser of that baseline preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The first page carries the names of all parts of all pages: short ones, as it is the one that must be light.
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' },
    },
  },
});
