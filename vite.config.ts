import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sharedChunks } from './tools/shared-chunks.ts';

const dist = (folder: string) => join(import.meta.dirname, 'dist', folder);

/**
 * The web app: apps/web/index.html and all it imports, built to dist/web, which the server sends; and with
 * `--ssr server/render.tsx` the code by which the server draws public pages, built to dist/web-server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(import.meta.dirname, 'apps/web'),
  publicDir: isSsrBuild ? false : join(import.meta.dirname, 'apps/web/public'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [react()],
  // One file with React's production build in it: Node would load the other one.
  ...(isSsrBuild && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  build: {
    outDir: dist(isSsrBuild ? 'web-server' : 'web'),
    emptyOutDir: true,
    target: isSsrBuild ? 'node24' : 'baseline-widely-available',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    // Every browser of that baseline preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The first page carries the names of all parts of all pages: short ones, as it is the one that must be light.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        ...(isSsrBuild ? {} : { codeSplitting: sharedChunks() }),
      },
    },
  },
}));
