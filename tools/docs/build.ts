/**
 * `npm run docs`: builds the documentation site in dist/docs from the Markdown of the repository and the contract, and
 * `llms.txt`. `-- --serve` shows it. The generator has packages of its own, which are installed when they are first needed.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { registeredCalls } from '../client/build.ts';
import { apiPages } from './api-pages.ts';
import { brokenLinks, replaceTargets } from './links.ts';
import { type Page, ROOT, readPages } from './site.ts';

const SITE = path.join(ROOT, 'dist/docs');
const GENERATOR = path.join(import.meta.dirname, 'generator');
/** What the generator reads. */
const SOURCE = path.join(GENERATOR, 'pages');

const pages = readPages();
const files = new Map(pages.map((page) => [page.file, page]));
const broken = brokenLinks(new Map(pages.map(({ file, text }) => [file, text])), ROOT);
if (broken.length > 0) fail(`These links lead nowhere:\n${broken.join('\n')}`);

rmSync(SOURCE, { recursive: true, force: true });
for (const page of pages) write(siteFile(page.file), withLinks(page));
const reference = apiPages(registeredCalls());
for (const [name, text] of reference) write(path.join('api', name), text);
write('public/favicon.svg', readFileSync(path.join(ROOT, 'apps/web/public/favicon.svg'), 'utf8'));
write('public/llms.txt', summaries());
write('public/llms-full.txt', pages.map(({ file, text }) => `<!-- ${file} -->\n${text}`).join('\n\n'));
write('menu.json', JSON.stringify(menu()));

const command = path.join(GENERATOR, 'node_modules/vitepress/bin/vitepress.js');
if (!existsSync(command))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
run(process.execPath, [command, 'build']);
console.log(`${pages.length} pages in ${path.relative(process.cwd(), SITE)}.`);
if (process.argv.includes('--serve')) run(process.execPath, [command, 'preview']);

function run(program: string, options: readonly string[]): void {
  const { status } = spawnSync(program, options, { cwd: GENERATOR, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function write(file: string, text: string): void {
  const to = path.join(SOURCE, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/** `docs/tours/README.md` is `docs/tours/index.md` on the site. */
function siteFile(file: string): string {
  return file.replace(/README\.md$/, 'index.md');
}

/** The text with its links as the site needs them: pictures are copied, and code is shown in the repository. */
function withLinks({ file, text }: Page): string {
  return replaceTargets(text, (target) => {
    if (/^[a-z]+:|^#/.test(target)) return target;
    const [to = '', anchor] = target.split('#');
    const found = path.join(path.dirname(file), to);
    const page = [found, path.join(found, 'README.md')].find((name) => files.has(name));
    if (page === undefined && /\.(webp|svg|png)$/.test(found)) {
      mkdirSync(path.dirname(path.join(SOURCE, found)), { recursive: true });
      copyFileSync(path.join(ROOT, found), path.join(SOURCE, found));
      return to.startsWith('.') ? to : `./${to}`;
    }
    if (page === undefined) return inRepository(found);
    const relative = path.relative(path.dirname(file), siteFile(page));
    return `./${relative}${anchor === undefined ? '' : `#${anchor}`}`;
  });
}

/** Without an address of the repository in package.json, such a link leads to the page about where things are. */
function inRepository(file: string): string {
  const { repository } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    readonly repository?: { readonly url: string };
  };
  return repository === undefined
    ? '/ARCHITECTURE'
    : `${repository.url.replace(/\.git$/, '')}/blob/main/${file}`;
}

function menu() {
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(([text, items]) => ({
    text,
    items: items.map(({ file, title }) => ({ text: title, link: addressOf(file) })),
  }));
  const api = [...reference.keys()].map((name) => ({
    text: name === 'index.md' ? 'Overview' : `/${name.replace('.md', '')}`,
    link: `/api/${name.replace(/(index)?\.md$/, '')}`,
  }));
  return [...sections, { text: 'API reference', items: [...api.slice(-1), ...api.slice(0, -1)] }];
}

function addressOf(file: string): string {
  return `/${siteFile(file).replace(/(index)?\.md$/, '')}`;
}

/** A list of all pages for language models: https://llmstxt.org */
function summaries(): string {
  const base = (process.env.DOCS_BASE ?? '/').replace(/\/$/, '');
  const [start] = pages;
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(
    ([section, items]) =>
      `## ${section}\n\n${items.map(({ file, title, summary }) => `- [${title}](${base}${addressOf(file)}): ${summary}`).join('\n')}`,
  );
  return [`# ${start?.title}`, `> ${start?.summary}`, ...sections, ''].join('\n\n');
}
