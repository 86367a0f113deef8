import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The documentation site is the Markdown of the repository, in this order. Titles and summaries come from the pages. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Try: ['README.md', 'docs/evidence.md', 'docs/promise.md', 'docs/performance.md', 'CHANGELOG.md'],
  Use: ['docs/tours/README.md', 'docs/tours/*.md', 'docs/permissions.md'],
  Run: [
    'docs/deployment.md',
    'UPGRADING.md',
    'docs/runbook/providers/README.md',
    'docs/runbook/providers/*.md',
    'docs/runbook/*.md',
    'docs/archive.md',
    'docs/scaling.md',
    'docs/capacity.md',
    'docs/reliability.md',
    'docs/security.md',
    'docs/asvs.md',
    'SECURITY.md',
    'docs/archive-files.md',
  ],
  Build: [
    'docs/integrators.md',
    'docs/extensions.md',
    'docs/languages.md',
    'docs/providers.md',
    'extensions/README.md',
    'extensions/*/README.md',
    'CONTRIBUTING.md',
    'docs/first-tasks.md',
    'ARCHITECTURE.md',
    'GLOSSARY.md',
    'docs/style.md',
    'docs/dependencies.md',
    'CODE_OF_CONDUCT.md',
    'features/README.md',
    'features/*/README.md',
    'features/*/*/*.md',
    '{apps,bench,database,e2e,ops,platform,tools}/README.md',
    '{apps,bench,database,e2e,ops,platform,tools}/**/README.md',
  ],
  Decisions: ['docs/decisions/*.md'],
};

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Page {
  /** In the repository: `docs/promise.md`. */
  readonly file: string;
  readonly section: string;
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly summary: string;
  readonly text: string;
}

/** All pages, in the order of the menu. */
export function readPages(): Page[] {
  const found = Object.entries(SECTIONS).flatMap(([section, globs]) =>
    globs.flatMap((glob) => filesOf(glob).map((file) => ({ file, section }))),
  );
  const files = Map.groupBy(found, ({ file }) => file);
  return [...files].map(([file, [first]]) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const [, title = '', summary = ''] = /^# (.+)\n+(?:## Context\n+)?((?:.+\n)*)/.exec(text) ?? [];
    return { file, section: first?.section ?? '', title: plain(title), summary: plain(summary), text };
  });
}

function filesOf(glob: string): string[] {
  const found = globSync(glob, { cwd: ROOT, exclude: isForeign }).toSorted();
  if (found.length === 0) throw new Error(`The menu names ${glob}, which is no file.`);
  return found;
}

/** Every Markdown file that is ours. */
export function markdownFiles(): string[] {
  return globSync(
    ['*.md', '{.github,apps,bench,database,docs,e2e,extensions,features,ops,platform,tools}/**/*.md'],
    {
      cwd: ROOT,
      exclude: isForeign,
    },
  ).toSorted();
}

function isForeign(file: string): boolean {
  return /(^|\/)(node_modules|generator)(\/|$)/.test(file);
}

/** Markdown without its markup, on one line. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[*`_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
