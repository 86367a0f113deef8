import { existsSync } from 'node:fs';
import path from 'node:path';

/** A link of a Markdown page: `[text](target)`, `![text](target)` or `src="target"`. */
const LINK = /(\]\(|\bsrc=")([^)"\s]+)/g;
const CODE = /^```[\s\S]*?^```$|^(?: {4}.*\n)+|`[^`\n]*`/gm;

/** The page with each target replaced by what `change` returns; code is left as it is. */
export function replaceTargets(text: string, change: (target: string) => string): string {
  const code = [...text.matchAll(CODE)].map(({ index, 0: { length } }) => [index, index + length] as const);
  return text.replaceAll(LINK, (whole: string, before: string, target: string, at: number) =>
    code.some(([from, to]) => at >= from && at < to) ? whole : `${before}${change(target)}`,
  );
}

/** The `id` that a heading has on GitHub and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

export function anchorsOf(text: string): Set<string> {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return new Set([...withoutCode.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

/**
 * Each link between the pages, or to a file, that leads nowhere.
 * @param pages text by path below `root`
 */
export function brokenLinks(pages: ReadonlyMap<string, string>, root: string): string[] {
  const broken: string[] = [];
  for (const [file, text] of pages)
    replaceTargets(text, (target) => {
      if (/^[a-z]+:/.test(target)) return target;
      const [to = '', anchor] = target.split('#');
      const found = to === '' ? file : path.join(path.dirname(file), to);
      const page = pages.get(found) ?? pages.get(path.join(found, 'README.md'));
      if (page === undefined && !existsSync(path.join(root, found))) broken.push(`${file}: ${target}`);
      if (anchor !== undefined && page !== undefined && !anchorsOf(page).has(anchor))
        broken.push(`${file}: ${target}`);
      return target;
    });
  return broken;
}
