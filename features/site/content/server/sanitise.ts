import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { RICH } from '../contract/blocks.ts';

/**
 * Allowed markup in rich text: what the office's editor can create, and nothing that runs or loads resources or
 * imitates our own layout.
 */
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
      // External links get no access to the opener and no search ranking from us.
      attribs: /^https?:/i.test(href) ? { href, rel: 'noopener nofollow', target: '_blank' } : { href },
    }),
  },
};

export function sanitiseHtml(html: string): string {
  return loadSanitizer()(html, ALLOWED);
}

const require = createRequire(import.meta.url);

/**
 * Loaded lazily with the first rich text, as it includes two parsers with 70 files. Synchronously, because content is
 * read in synchronous rules.
 */
function loadSanitizer(): typeof sanitizeHtml {
  return require('sanitize-html');
}

/** Sanitises the rich text in content at any depth. Done both when it is saved and when it is read. */
export function sanitiseContent<T>(content: T, rich: ReadonlySet<string> = RICH): T {
  return walk(content, '') as T;

  function walk(value: unknown, name: string): unknown {
    if (typeof value === 'string') return rich.has(name) ? sanitiseHtml(value) : value;
    if (Array.isArray(value)) return value.map((each) => walk(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  }
}
