/**
 * Fills in the file list of the cleaner area's service worker: everything that its pages load, and nothing of the
 * others.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

const ENTRY = 'index.html';
/** The area's frame and route table, which the router loads on navigation to the area. */
const AROUND =
  /(?:routes\/cleaner-routes\.ts|shells\/(?:cleaner|entry)-shell\.tsx|with-queries\.tsx|pages\/not-found-page\.tsx)$/;
/** The cleaner's sign-in page is in the public areas. */
const SIGN_IN = /features\/people\/cleaners\/web\/public\/[^/]+\.tsx$/;
/** The texts of every language: a cleaner may switch without signal. */
const TEXTS = /languages\/[^/]+\/site\.json$/;
/** From the directory that is copied unchanged. */
const STATIC = ['/colour-scheme.js', '/favicon.svg', '/logo-mark.svg', '/icons/cleaner-192.png'];

export function writeCleanerWorker(dist: string): void {
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = chunks[ENTRY];
  if (entry === undefined) throw new Error('The build has no entry page.');
  const files = [...filesOf(chunks), ...STATIC].sort();
  const worker = join(dist, 'cleaner-worker.js');
  const source = readFileSync(worker, 'utf8')
    .replace("['__FILES__']", JSON.stringify(files))
    .replace('__ENTRY__', `/${entry.file}`);
  const build = createHash('sha256').update(source).digest('hex').slice(0, 12);
  writeFileSync(worker, source.replace('__BUILD__', build));
}

/** URLs of everything that the area's pages load, immediately or lazily. */
function filesOf(chunks: Readonly<Record<string, Chunk>>): string[] {
  const needed = new Set<string>();
  const add = (key: string, withLater: boolean) => {
    if (needed.has(key)) return;
    needed.add(key);
    const chunk = chunks[key];
    for (const imported of chunk?.imports ?? []) add(imported, false);
    for (const later of withLater ? (chunk?.dynamicImports ?? []) : []) add(later, withLater);
  };
  add(ENTRY, false);
  const around = Object.keys(chunks).filter((key) => {
    const { src = '' } = chunks[key] ?? {};
    return AROUND.test(src) || SIGN_IN.test(src) || TEXTS.test(src);
  });
  for (const key of around) add(key, true);
  const found = [...needed].flatMap((key) => chunks[key] ?? []);
  return [...new Set(found.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))]
    .filter((file) => !file.endsWith('.html'))
    .map((file) => `/${file}`);
}
