import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { BusinessTerms } from '#features/catalogue/settings/contract.ts';
import { brandName, isKemas } from '#features/catalogue/settings/rules/brand-name.ts';
import { lookCss } from '#features/catalogue/settings/rules/look.ts';
import { readBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { OFFERED } from '#languages/index.ts';
import type {
  PageLook,
  PageRenderer,
  RenderedPage,
  RenderedShell,
  RenderInput,
} from '#platform/contract/page-rendering.ts';
import { DEFAULT_PALETTE, paletteOf } from '#platform/kernel/palette.ts';
import { type ReadReply, setServerReplies } from '#platform/web/api/reply-cache.ts';
import brand from '#platform/web/design/parts/brand.module.css';
import movingInOut from '#platform/web/design/svg/facade-moving-in-out.svg';
import movingInOutNight from '#platform/web/design/svg/facade-moving-in-out-night.svg';
import oneTime from '#platform/web/design/svg/facade-one-time.svg';
import oneTimeNight from '#platform/web/design/svg/facade-one-time-night.svg';
import regular from '#platform/web/design/svg/facade-regular.svg';
import regularNight from '#platform/web/design/svg/facade-regular-night.svg';
import springCleaning from '#platform/web/design/svg/facade-spring-cleaning.svg';
import springCleaningNight from '#platform/web/design/svg/facade-spring-cleaning-night.svg';
import { LANGUAGES, type Language, language, localeOf } from '#platform/web/i18n/language.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import { loadTexts } from '#platform/web/i18n/translations.ts';
import { descriptionOf, type ReadReplies } from '#platform/web/server-page.ts';
import { documentTitle, PRODUCT_NAME } from '#platform/web/site-name.ts';
import { notFound, routesOf } from '../routes-of.tsx';
import { serverPages } from './pages.ts';
import { addressOf, inLanguage, planNotFound, planPage, readsOf, renderablePage } from './plans.ts';

/** The addresses in the sitemap, the home page first. */
const forSearch: readonly string[] = Object.entries(serverPages)
  .filter(([, { unlisted }]) => unlisted !== true)
  .map(([page]) => page);

const routes = routesOf();
const handler = createStaticHandler(routes);

/** The page for a visitor who is not signed in. */
async function renderPage(input: RenderInput): Promise<RenderedPage> {
  const { plan } = input;
  await Promise.all(LANGUAGES.map(loadTexts));
  const context = await handler.query(new Request(`http://localhost${plan.path}`));
  if (context instanceof Response) throw new Error(`${plan.page} redirects: ${context.status}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  const replies = repliesOf(input);
  // Language and replies are global in this process: there must be no await until the end of this function.
  language.set(plan.language);
  setServerReplies(replies);
  try {
    const body = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
    return {
      lang: localeOf(plan.language),
      head: headOf(input),
      look: lookOf(input.replies.get(addressOf(BUSINESS)) as BusinessTerms | undefined),
      preloads: preloadsOf(body),
      body,
      needsScripts: renderablePage(plan.page)?.serverPage.needsScripts === true,
      data: scriptJson(replies),
    };
  } finally {
    setServerReplies([]);
  }
}

function repliesOf({ plan, replies }: RenderInput): ReadReply[] {
  return readsOf(plan.page, plan.language).flatMap((read) => {
    const reply = replies.get(addressOf(read));
    return reply === undefined ? [] : [{ path: read.call.path, query: read.query, reply }];
  });
}

const BUSINESS = { call: readBusiness, query: {} };

/** The name and look of the business. */
function lookOf(business: BusinessTerms | undefined): PageLook {
  if (business === undefined) return { name: PRODUCT_NAME, css: '', themeColours: null, iconVersion: null };
  const name = brandName(business.name);
  const look = business.look;
  if (look === undefined) return { name, css: '', themeColours: null, iconVersion: null };
  const { colour, version } = look;
  const { light, dark } = paletteOf(colour);
  const isOurs = isKemas(business.name) && look.logoSquare === '' && paletteOf(colour) === DEFAULT_PALETTE;
  return {
    name,
    css: lookCss({ ...look, businessName: business.name, brandColour: colour, appName: '' }),
    themeColours: colour === '' ? null : { light: light.bg, dark: dark.bg },
    iconVersion: isOurs ? null : version,
  };
}

/** What surrounds the pages of customers, cleaners and the office, which the browser renders. */
function renderShell(replies: ReadonlyMap<string, unknown>): RenderedShell {
  const business = replies.get(addressOf(BUSINESS)) as BusinessTerms | undefined;
  const look = lookOf(business);
  const named = look.name === PRODUCT_NAME ? '' : meta('application-name', look.name);
  const known = business === undefined ? [] : [{ path: readBusiness.path, query: {}, reply: business }];
  return { head: element('title', look.name) + named, look, data: scriptJson(known) };
}

export const renderer: PageRenderer = {
  planPage,
  planNotFound,
  shellReads: [addressOf(BUSINESS)],
  renderShell,
  renderPage,
  forSearch,
};

/** The facades by service, in light and dark. */
const FRONTS = [
  { service: 'regular', day: regular, night: regularNight },
  { service: 'one-time', day: oneTime, night: oneTimeNight },
  { service: 'spring-cleaning', day: springCleaning, night: springCleaningNight },
  { service: 'moving-in-out', day: movingInOut, night: movingInOutNight },
] as const;

const picture = (file: string, scheme: 'light' | 'dark') =>
  `<link rel="preload" as="image" fetchpriority="low" media="(prefers-color-scheme: ${scheme})" href="${file}">`;

/** The pictures of the terrace if it is shown, so that they appear together. Nothing waits for them. */
function preloadsOf(body: string): string {
  return FRONTS.filter(({ service }) => body.includes(`"${brand.facade}" data-service="${service}"`))
    .map(({ day, night }) => picture(day, 'light') + picture(night, 'dark'))
    .join('');
}

/** As Open Graph writes it: `zh_SG`. */
const openGraphLocale = (language: Language) => `${language}_${new Intl.Locale(localeOf(language)).region}`;

/** Title, description and metadata for search engines and messengers. */
function headOf({ plan, replies, origin, pictures }: RenderInput): string {
  const found = renderablePage(plan.page);
  const { language } = plan;
  const read: ReadReplies = (call, query) => replies.get(addressOf({ call, query })) as never;
  const terms = read(readBusiness, {});
  const business = terms?.name ?? PRODUCT_NAME;
  const { name, iconVersion } = lookOf(terms);
  if (found === undefined) {
    return (
      element('title', documentTitle(phraseIn(language, notFound.title), business)) +
      meta('application-name', business) +
      meta('robots', 'noindex')
    );
  }
  const { serverPage } = found;
  const named = (text: string) => text.replaceAll('{business}', business);
  const description = named(descriptionOf(serverPage, read, language));
  const structured = serverPage.structured?.(read, language, origin) ?? [];
  const title = documentTitle(phraseIn(language, found.title), business);
  const canonical = origin + plan.canonical;
  const graph = {
    'og:type': 'website',
    'og:site_name': business,
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:locale': openGraphLocale(language),
    'og:image': origin + cardOf(),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': pictureWords(),
  };
  // Ours show our name and houses.
  function cardOf(): string {
    if (iconVersion !== null) return `/brand/card.png?v=${iconVersion}`;
    return pictures[serverPage.picture ?? 'site'] ?? pictures.site;
  }
  function pictureWords(): string {
    if (iconVersion !== null) return name;
    return serverPage.picture === undefined
      ? phraseIn(language, 'Four shophouses in a row under the word {{name}}', { name })
      : title;
  }
  return [
    element('title', title),
    meta('description', description),
    meta('application-name', business),
    ...(serverPage.unlisted ? [meta('robots', 'noindex')] : []),
    `<link rel="canonical" href="${escaped(canonical)}" />`,
    ...OFFERED.map((lang) => alternate(lang, origin + inLanguage(found.page, lang))),
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
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
