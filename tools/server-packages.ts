import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What a process runs; the web app's code is built. */
const SERVER = [
  'apps/{api,demo,process,serve,worker}/**/*.ts',
  'database/*.ts',
  'features/*/*/{*.ts,contract/**/*.ts,rules/**/*.ts,texts/**/*.ts,server/**/*.ts}',
  'platform/{contract,kernel,server}/**/*.ts',
];
const IMPORTED = /(?:from|import\(|import)\s*'((?:@[^'/]+\/)?[^'/#.][^'/]*)[^']*'/g;
/** Files that are read from packages: fonts of receipts, and `/api/docs`. */
const READ = /^(?:@fontsource-variable\/|swagger-ui-dist$)/;

/** Of these packages, those that the server imports or reads at run time. */
export function serverPackages(names: readonly string[]): readonly string[] {
  const files = globSync(SERVER, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const imported = new Set(texts.flatMap((text) => [...text.matchAll(IMPORTED)].map(([, name]) => name)));
  return names.filter((name) => imported.has(name) || READ.test(name));
}
