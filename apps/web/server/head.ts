import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { PAGE_LANGUAGES, type RenderInput } from '#platform/contract/page-rendering.ts';
import { descriptionOf, type ReadReplies } from '#platform/web/server-page.ts';
import { documentTitle, PRODUCT_NAME } from '#platform/web/site-name.ts';
import { textIn } from '../routes/route.ts';
import { notFound } from '../routes-of.tsx';
import { addressOf, inLanguage, renderablePage } from './plans.ts';

const LOCALE = { en: 'en_SG', zh: 'zh_SG' } as const;
const PICTURE_WORDS = {
  en: 'Four shophouses in a row under the word Kemas',
  zh: '一排四间店屋，上方写着 Kemas',
} as const;

/** Title, description and metadata for search engines and messengers. */
export function headOf({ plan, replies, origin, pictures }: RenderInput): string {
  const found = renderablePage(plan.page);
  const { language } = plan;
  const read: ReadReplies = (call, query) => replies.get(addressOf({ call, query })) as never;
  const business = read(readBusiness, {})?.name ?? PRODUCT_NAME;
  if (found === undefined) {
    return (
      element('title', documentTitle(textIn(notFound.title ?? '', language), business)) +
      meta('robots', 'noindex')
    );
  }
  const { serverPage } = found;
  const named = (text: string) => text.replaceAll('{business}', business);
  const description = named(descriptionOf(serverPage, read, language));
  const structured = serverPage.structured?.(read, language, origin) ?? [];
  const title = documentTitle(textIn(found.title ?? '', language), business);
  const canonical = origin + plan.canonical;
  const graph = {
    'og:type': 'website',
    'og:site_name': business,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': LOCALE[language],
    'og:image': origin + (pictures[serverPage.picture ?? 'site'] ?? pictures.site),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': serverPage.picture === undefined ? PICTURE_WORDS[language] : title,
  };
  return [
    element('title', title),
    meta('description', description),
    meta('application-name', business),
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
