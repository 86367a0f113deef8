import { join, matchesGlob } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const dist = (folder: string) => join(import.meta.dirname, 'dist', folder);

/** Small modules that most public pages share. Each would be a file of its own. */
const COMMON = [
  'apps/web/own-area',
  'apps/web/shells/{frame,scheme-switch}',
  'features/catalogue/packages/rules/package',
  'features/catalogue/settings/web/parts/use-plain-business',
  'features/site/content/web/parts/{drawing,picture,pictures,rich-text,use-site}',
  'platform/kernel/{money,pictures}',
  'platform/web/{amounts,initials,use-hydrated}',
  'platform/web/api/use-plain-read',
  'platform/web/design/parts/choice',
  'platform/web/design/tiles/person-tile',
];
/** What the pages of the public site share. */
const SITE = ['features/site/pages/rules/*', 'features/site/pages/web/public/*'];

const of = (folders: readonly string[]) => (id: string) =>
  folders.some((glob) =>
    matchesGlob(id.replace(/(?:\.module\.css|\.tsx?)$/, ''), join(import.meta.dirname, glob)),
  );

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
        // Few files for what many pages load: 8 scripts on the home page instead of 27 (tools/first-load.ts).
        ...(!isSsrBuild && {
          codeSplitting: {
            groups: [
              { name: 'base', tags: ['$initial'] },
              { name: 'common', test: of(COMMON), includeDependenciesRecursively: false },
              { name: 'site', test: of(SITE), minShareCount: 2, includeDependenciesRecursively: false },
            ],
          },
        }),
      },
    },
  },
}));
