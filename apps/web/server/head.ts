import { PAGE_LANGUAGES, type RenderInput } from '#platform/contract/page-rendering.ts';
import { descriptionOf, type ReadReplies } from '#platform/web/server-page.ts';
import { notFound } from '../routes-of.tsx';
import { titleOf } from '../title.ts';
import { addressOf, inLanguage, renderablePage } from './plans.ts';

const LOCALE = { en: 'en_SG', zh: 'zh_SG' } as const;
const PICTURE_WORDS = {
  en: 'Four shophouses in a row under the word Kemas',
  zh: '一排四间店屋，上方写着 Kemas',
} as const;

/** Title, description and metadata for search engines and messengers. */
export function headOf({ plan, replies, origin, picture }: RenderInput): string {
  const found = renderablePage(plan.page);
  const { language } = plan;
  if (found === undefined) {
    return element('title', titleOf(notFound.title, language)) + meta('robots', 'noindex');
  }
  const read: ReadReplies = (call, query) => replies.get(addressOf({ call, query })) as never;
  const { serverPage } = found;
  const description = descriptionOf(serverPage, read, language);
  const structured = serverPage.structured?.(read, language) ?? [];
  const title = titleOf(found.title, language);
  const canonical = origin + plan.canonical;
  const graph = {
    'og:type': 'website',
    'og:site_name': 'Kemas',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': LOCALE[language],
    'og:image': origin + picture,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': PICTURE_WORDS[language],
  };
  return [
    element('title', title),
    meta('description', description),
    ...(serverPage.unlisted ? [meta('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escaped(canonical)}" />`,
    ...PAGE_LANGUAGES.map((lang) => alternate(lang, origin + inLanguage(found.page, lang))),
    alternate('x-default', origin + found.page),
    ...Object.entries(graph).map(([name, content]) => meta(name, content, 'property')),
    meta('twitter:card', 'summary_large_image'),
    ...structured.map((thing) => structuredData(thing)),
  ].join('');
}

const alternate = (language: string, href: string) =>
  `<link rel="alternate" hreflang="${language}" href="${escaped(href)}" />`;

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

const meta = (name: string, content: string, attribute = 'name') =>
  `<meta ${attribute}="${name}" content="${escaped(content)}" />`;

const structuredData = (thing: object) =>
  `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...thing })}</script>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

/** JSON that cannot close its script element, nor open a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
