/**
 * Prints and limits the first load of every page, compressed as it is sent. Fails when a page exceeds a limit. Needs a
 * build: `node tools/build-web.ts`.
 *
 * - Of the public pages in `LIMITS`: what a browser fetches before the first paint, in the HTML that the server sends.
 * - Of all pages: the entry, the page's own code and all their imports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readSite } from '#features/routes.ts';
import { BLOCK_NAMES } from '#features/site/content/contract/blocks.ts';
import { ITEM_KINDS } from '#features/site/content/contract/items.ts';
import { inLanguage } from '#features/site/content/rules/in-language.ts';
import { DEFAULT_CONTENT } from '#features/site/content/server/default-content.ts';
import { findRenderer } from '#platform/server/http/pages/page-renderer.ts';
import { filledPage, pageTemplate } from '#platform/server/http/pages/page-template.ts';

interface Limit {
  /** Before the first paint, the page itself included. */
  readonly requests: number;
  /** Before the first paint, in kB (1,000 bytes). */
  readonly kB: number;
  /** JavaScript of the first load, in kB. */
  readonly script: number;
}

/** A little more than now. Raise one only for something that visitors need more than a fast first paint. */
const LIMITS: Readonly<Record<string, Limit>> = {
  '/': { requests: 7, kB: 20.5, script: 116.5 },
  '/services': { requests: 8, kB: 18.5, script: 118.5 },
  '/one-time/new': { requests: 11, kB: 20, script: 176.5 },
  '/signup': { requests: 9, kB: 18, script: 149.5 },
};

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
}

const ENTRY = 'index.html';
/** The frame of each area's pages. */
const SHELLS: Readonly<Record<string, string>> = {
  public: 'shells/public-shell.tsx',
  customer: 'shells/customer-shell.tsx',
  cleaner: 'shells/cleaner-shell.tsx',
  admin: 'shells/office-shell.tsx',
};

const dist = join(import.meta.dirname, '../dist/web');
const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

printAllPages();
await checkPublicPages();

function printAllPages(): void {
  const pages = Object.entries(chunks).filter(([, { isDynamicEntry, src }]) => isDynamicEntry && src);
  const loads = pages.map(([key, { src = '' }]) => ({
    page: src.replace(/^(\.\.\/)+/, ''),
    ...firstLoad(key),
  }));
  loads.sort((a, b) => a.script - b.script);
  console.log('  JavaScript        CSS   first load of (compressed)');
  for (const { page, script, style } of loads) console.log(`${kB(script)}  ${kB(style)}   ${page}`);
}

function firstLoad(page: string): { script: number; style: number } {
  const shell = SHELLS[/\/web\/(\w+)\//.exec(page)?.[1] ?? ''] ?? ENTRY;
  const all = withImports([ENTRY, shell, page]).flatMap((key) => chunks[key] ?? []);
  const styles = new Set(all.flatMap(({ css }) => css ?? []));
  return { script: sum(all.map(({ file }) => file)), style: sum([...styles]) };
}

function withImports(keys: readonly string[]): string[] {
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    for (const imported of chunks[key]?.imports ?? []) add(imported);
  };
  for (const key of keys) add(key);
  return [...needed];
}

async function checkPublicPages(): Promise<void> {
  console.log('\n   requests      bytes   JavaScript   before the first paint of (compressed)');
  for (const [address, limit] of Object.entries(LIMITS)) {
    const html = await serverHtml(address);
    const files = filesBeforePaint(html);
    const bytes = brotliCompressSync(html).length + sum(files);
    const script = sum(scriptsOf(html));
    const requests = 1 + files.length;
    console.log(`${String(requests).padStart(11)} ${kB(bytes)}   ${kB(script)}   ${address}`);
    const over = [
      requests > limit.requests &&
        `${requests} requests before the first paint; its limit is ${limit.requests}`,
      bytes > limit.kB * 1000 && `${kB(bytes).trim()} before the first paint; its limit is ${limit.kB} kB`,
      script > limit.script * 1000 &&
        `${kB(script).trim()} of JavaScript in the first load; its limit is ${limit.script} kB`,
    ];
    for (const excess of over) {
      if (excess) fail(`${address} has ${excess}.\n  ${files.join('\n  ')}`);
    }
  }
}

/** The page as the server sends it, with the content that a new installation has. */
async function serverHtml(address: string): Promise<string> {
  const bundle = await findRenderer(dist);
  const renderer = await bundle?.load();
  const plan = renderer?.planPage(address, 'en');
  if (!bundle || !renderer || !plan) throw new Error(`${address} is not rendered by the server.`);
  const blocks = BLOCK_NAMES.map((name) => [name, inLanguage(DEFAULT_CONTENT[name], 'en')]);
  const lists = ITEM_KINDS.map((kind) => [kind, []]);
  const content = Object.fromEntries([...blocks, ...lists]);
  const replies = new Map(
    plan.reads.filter((read) => read.startsWith(readSite.path)).map((read) => [read, content]),
  );
  const page = await renderer.renderPage({
    plan,
    replies,
    origin: 'http://localhost',
    pictures: bundle.pictures,
  });
  const installation = { zone: 'Asia/Singapore', isSandbox: false };
  const template = pageTemplate(readFileSync(join(dist, ENTRY), 'utf8'), installation);
  return filledPage(template, page, { url: address, files: bundle.filesOf(plan.page, plan.language) }).join(
    'nonce',
  );
}

type Attributes = Readonly<Record<string, string>>;

/** The tags of this name, with their attributes. */
function tagsOf(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  );
}

/**
 * What a browser fetches before it first paints a page, or together with that: style sheets, fonts whose text is invisible
 * until they arrive, scripts that the parser waits for, and everything fetched early at more than low priority.
 */
function filesBeforePaint(html: string): string[] {
  const links = tagsOf(html, 'link').filter(({ media }) => media !== '(prefers-color-scheme: dark)');
  const scripts = tagsOf(html, 'script').filter(({ src }) => src);
  const isUrgent = ({ fetchpriority }: Attributes) => fetchpriority !== 'low';
  const isDeferred = (script: Attributes) => ['async', 'defer'].some((name) => name in script);
  const styles = links.filter(({ rel }) => rel === 'stylesheet').map(({ href = '' }) => href);
  const modules = [
    ...links.filter((link) => link.rel === 'modulepreload' && isUrgent(link)).map(({ href }) => href),
    ...scripts.filter((script) => script.type === 'module' && isUrgent(script)).map(({ src }) => src),
  ];
  const files = [
    ...styles,
    ...styles.flatMap(fontsWaitedFor),
    ...modules.flatMap((module = '') => importsOf(module)),
    ...links.filter((link) => link.rel === 'preload' && isUrgent(link)).map(({ href = '' }) => href),
    ...scripts.filter((script) => script.type !== 'module' && !isDeferred(script)).map(({ src = '' }) => src),
  ];
  return [...new Set(files.map((file) => file.replace(/^\//, '')))];
}

/** The font files of a style sheet that hide text until they arrive. */
function fontsWaitedFor(style: string): string[] {
  const faces = readFileSync(join(dist, style), 'utf8').match(/@font-face\s*{[^}]*}/g) ?? [];
  return faces
    .filter((face) => !/font-display:\s*(?:swap|fallback|optional)/.test(face))
    .flatMap((face) => [...face.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, file = '']) => file));
}

/** A module with everything that it imports. */
function importsOf(module: string): string[] {
  const [key] = Object.entries(chunks).find(([, { file }]) => `/${file}` === module) ?? [];
  if (key === undefined) return [module];
  return withImports([key]).flatMap((each) => chunks[each]?.file ?? []);
}

function scriptsOf(html: string): string[] {
  const preloaded = tagsOf(html, 'link').filter(({ rel }) => rel === 'modulepreload');
  const addresses = [...preloaded.map(({ href }) => href), ...tagsOf(html, 'script').map(({ src }) => src)];
  return addresses.flatMap((address) => address?.replace(/^\//, '') ?? []);
}

/** The bytes that the server sends for these files. */
function sum(files: readonly string[]): number {
  return files.reduce((total, file) => {
    const compressed = join(dist, `${file}.br`);
    return total + readFileSync(existsSync(compressed) ? compressed : join(dist, file)).length;
  }, 0);
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(10);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
