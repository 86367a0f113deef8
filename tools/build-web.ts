/**
 * Builds the web app into dist/web, and the renderer of its public pages into dist/web-server, if its sources have
 * changed since the last build. `--force` always builds. Writes compressed copies beside the assets, and the addresses
 * of all pages into `.vite/routes.json`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openAreas } from '#apps/web/routes/open-areas.ts';
import { lazyAreas } from '#apps/web/routes/table.ts';
import { ROUTES_FILE } from '#platform/server/http/routes-file.ts';
import { writeCleanerWorker } from './cleaner-worker.ts';
import { type Manifest, pageFiles, textFiles } from './page-files.ts';
import { renderShareCards } from './render-share-card.ts';

/** The level above takes more than twice as long (6.2 s of CPU instead of 2.5) for 2 % fewer bytes. */
const BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY - 1;
const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist', 'web.stamp');

/** Relative to dist. The server renders pages only if this file exists, so it is written last. */
const PAGES_FILE = 'web-server/pages.json';

/** Everything that affects the build. */
const SOURCES = [
  'apps/web/**/*',
  'languages/**/*',
  'platform/{web,kernel,contract}/**/*',
  'features/*/*/{*.ts,contract/**/*,rules/**/*,texts/**/*,web/**/*}',
  'vite.config.ts',
  'package-lock.json',
  'tools/{build-web,cleaner-worker,page-files,render-share-card}.ts',
];
/** Fonts and pictures are already compressed. */
const COMPRESSIBLE = 'dist/web/**/*.{js,css,svg,json,txt}';

// Whatever the environment is, such as that of a test: React's development code cannot be mixed with the server's.
process.env.NODE_ENV = 'production';
const stamp = sourcesFingerprint();
const built = existsSync(join(root, 'dist/web', ROUTES_FILE)) && existsSync(stampFile);
const unchanged = built && readFileSync(stampFile, 'utf8') === stamp;
if (!unchanged || process.argv.includes('--force')) await buildWeb();

async function buildWeb(): Promise<void> {
  const start = performance.now();
  console.log('Building the web app.');
  const { build } = await import('vite');
  const configFile = join(root, 'vite.config.ts');
  rmSync(join(root, 'dist', PAGES_FILE), { force: true });
  await Promise.all([
    build({ configFile, logLevel: 'warn' }),
    build({ configFile, logLevel: 'warn', build: { ssr: 'server/render.tsx' } }),
  ]);
  await writePageList();
  writeCleanerWorker(join(root, 'dist/web'));
  await compressAssets();
  writeFileSync(join(root, 'dist/web', ROUTES_FILE), JSON.stringify(await addresses()));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
  console.log(`The web app is built (${((performance.now() - start) / 1000).toFixed(1)} s).`);
}

/** The data that the server needs about the pages it renders. */
async function writePageList(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as Manifest;
  const list = {
    files: pageFiles(openAreas, manifest),
    texts: textFiles(manifest),
    pictures: await renderShareCards(join(root, 'dist/web')),
  };
  writeFileSync(join(root, 'dist', PAGES_FILE), JSON.stringify(list));
}

/** Browsers cache these files for a year. Node compresses on all cores. */
async function compressAssets(): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const write = async (file: string) => {
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
  };
  await Promise.all(globSync(COMPRESSIBLE, { cwd: root }).map((file) => write(join(root, file))));
}

/** The patterns of every page, from the same table as the web app's router. */
async function addresses(): Promise<string[]> {
  const lazy = await Promise.all(Object.values(lazyAreas).map((open) => open()));
  return [...openAreas, ...lazy].flatMap((area) => area.pages.flatMap((page) => [...page.paths]));
}

/** Names, sizes and times of the sources: reading them all would take too long at startup. */
function sourcesFingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.sort())).digest('hex');
}
