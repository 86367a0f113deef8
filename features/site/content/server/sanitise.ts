import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { RICH } from '../rules/rich.ts';

/** What rich text may hold: what the editor in the office can make, and nothing that runs, loads or looks like ours. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'a',
    'blockquote',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      // Who follows a link to elsewhere takes nothing of ours along.
      attribs: /^https?:/i.test(href) ? { href, rel: 'noopener nofollow', target: '_blank' } : { href },
    }),
  },
};

export function sanitiseHtml(html: string): string {
  return loadSanitizer()(html, ALLOWED);
}

const require = createRequire(import.meta.url);

/**
 * Loaded when the first rich text is read: it brings two parsers along, 70 files. At once, as contents are read in the
 * middle of rules that wait for nothing.
 */
function loadSanitizer(): typeof sanitizeHtml {
  return require('sanitize-html');
}

/** The same content with its rich text sanitised, however deep it lies. Done when it is saved, and again when it is read. */
export function sanitiseContent<T>(content: T, rich: ReadonlySet<string> = RICH): T {
  return walk(content, '') as T;

  function walk(value: unknown, name: string): unknown {
    if (typeof value === 'string') return rich.has(name) ? sanitiseHtml(value) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  }
}
