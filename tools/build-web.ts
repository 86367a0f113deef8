/** Builds the web app into dist/web when its sources changed since the last build. `--force` builds anyway. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist', 'web.stamp');

/** Everything that can end up in the browser, or that decides how. */
const SOURCES = [
  'apps/web/**/*',
  'platform/{web,kernel,contract}/**/*',
  'features/*/{contract.ts,rules/**/*,web/**/*}',
  'vite.config.ts',
  'package-lock.json',
];

const stamp = stampOfSources();
const built = existsSync(join(root, 'dist/web/index.html')) && existsSync(stampFile);
const unchanged = built && readFileSync(stampFile, 'utf8') === stamp;
if (!unchanged || process.argv.includes('--force')) await buildWeb();

async function buildWeb(): Promise<void> {
  const start = performance.now();
  console.log('Building the web app.');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
  console.log(`The web app is built (${((performance.now() - start) / 1000).toFixed(1)} s).`);
}

/** Names, sizes and times of the sources: reading them all would cost more than the start may. */
function stampOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.sort())).digest('hex');
}
