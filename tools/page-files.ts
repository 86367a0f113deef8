/**
 * The files of the built web app that a page needs: its own, those of its frame and of the entry, and all their
 * imports.
 */

import type { Area } from '#apps/web/routes/route.ts';
import { isPage } from '#apps/web/routes/route.ts';
import { shells } from '#apps/web/shells/shells.ts';
import { LANGUAGES } from '#languages/index.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const ENTRY = 'index.html';
const NOT_FOUND = 'pages/not-found-page.tsx';
const QUERIES = 'with-queries.tsx';

/** By the first address of each page of these areas; `*` is the page for unknown addresses. */
export function pageFiles(areas: readonly Area[], manifest: Manifest): Record<string, PageFiles> {
  const pages = areas.flatMap(({ shell, pages }) =>
    pages.filter(isPage).map((page) => {
      const parts = [sourceOf(page.load), `shells/${sourceOf(shells[shell])}`];
      return [page.paths[0], filesOf([...parts, ...(page.plain ? [] : [QUERIES])], manifest)] as const;
    }),
  );
  const notFound = filesOf([NOT_FOUND, `shells/${sourceOf(shells.public)}`], manifest);
  return { ...Object.fromEntries(pages), '*': notFound };
}

/** The files of these chunks and of all their imports. */
export function filesOf(parts: readonly string[], manifest: Manifest): PageFiles {
  const needed = new Set<string>();
  const add = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    for (const imported of manifest[key]?.imports ?? []) add(imported);
  };
  for (const part of [ENTRY, ...parts]) {
    if (manifest[part] === undefined) throw new Error(`${part} is not among the built files`);
    add(part);
  }
  const chunks = [...needed].flatMap((key) => manifest[key] ?? []);
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  return { scripts: [...new Set(chunks.map(({ file }) => file))], styles: [...styles] };
}

/** By language: the files with its texts. English is part of the code. */
export function textFiles(manifest: Manifest): Record<string, readonly string[]> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const { file } = manifest[`../../languages/${language}/site.json`] ?? {};
      if (file === undefined && language !== 'en') throw new Error(`The texts of ${language} are not built.`);
      return [language, file === undefined ? [] : [file]];
    }),
  );
}

/** The key of a page's chunk in the manifest, from the source of `() => import('#features/x/page.tsx')`. */
function sourceOf(load: () => Promise<unknown>): string {
  const [, path] = /import\(['"](?:#|\.\/)([^'"]+)['"]\)/.exec(load.toString()) ?? [];
  if (path === undefined) throw new Error(`A page is not loaded by one import: ${load.toString()}`);
  return /^(?:features|platform)\//.test(path) ? `../../${path}` : path;
}
