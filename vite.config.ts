import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const dist = (folder: string) => join(import.meta.dirname, 'dist', folder);

/**
 * The web app: apps/web/index.html and everything it imports, built to dist/web, which the server serves; and with
 * `--ssr server/render.tsx` the code that renders public pages on the server, built to dist/web-server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(import.meta.dirname, 'apps/web'),
  publicDir: isSsrBuild ? false : join(import.meta.dirname, 'apps/web/public'),
  cacheDir: join(import.meta.dirname, 'node_modules/.vite'),
  plugins: [react()],
  // A single file with React's production build, because Node would load the development build.
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
    // Every browser of that baseline supports module preload natively.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Short names, because the entry lists the files of all pages.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // One file for what every page loads: 5 kB less than by default (tools/first-load.ts).
        ...(!isSsrBuild && { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } }),
      },
    },
  },
}));
