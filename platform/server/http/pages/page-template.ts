import { randomUUID } from 'node:crypto';
import type { PageLook, RenderedPage, RenderedShell } from '../../../contract/page-rendering.ts';

/** The files that a page needs immediately, written by the build. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const ZONE = /__BUSINESS_ZONE__/g;
const HEAD = /<!--head-->.*?<!--\/head-->/s;
const NOSCRIPT = /<!--noscript-->.*?<!--\/noscript-->/s;
const SANDBOX = /<!--sandbox-->.*?<!--\/sandbox-->/s;
/** Reserves the height of the banner, which follows the page, from the first paint on. */
const IN_SANDBOX = / data-sandbox(?=>)/;
const PUBLIC_DEMO = /<!--public-demo-->.*?<!--\/public-demo-->/s;
const STARTS_AFRESH = /__STARTS_AFRESH__/g;
const AREA = /<!--area (\S+)-->(.*?)<!--\/area-->/gs;
const NAME = '__BUSINESS_NAME__';
/** Without a renderer, the name of the business is not known. */
const PRODUCT = 'Kemas';
const THEME_COLOUR =
  /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\)")/g;
const ICON = /<link rel="icon"[^>]*>/;
const TOUCH_ICON = '/icons/cleaner-180.png';
const EMPTY_APP = '<div id="app"></div>';
/** Replaced by the nonce when a page is sent. Random, so that no text on a page can contain it. */
const NONCE = `nonce-${randomUUID()}`;

/** A page split at the points where its nonce is inserted. */
export type PagePieces = readonly string[];

export function withNonce(page: PagePieces, nonce: string): string {
  return page.join(nonce);
}

/** Values that are the same on every page of this installation. */
export interface Installation {
  /** The business's time zone, in which all times are shown. IANA name. */
  readonly zone: string;
  /** Messages and payments are simulated, and every page shows a banner. */
  readonly isSandbox: boolean;
  /** Of a demo for strangers: when it starts afresh, `15:00`. It has a banner of its own, and sign-in pages have buttons. */
  readonly startsAfreshAt?: string | null;
}

/** The built index.html, completed for this installation. */
export function pageTemplate(
  built: string,
  { zone, isSandbox, startsAfreshAt = null }: Installation,
): string {
  const isPublic = startsAfreshAt !== null;
  const marks = isPublic ? ` data-sandbox data-public-demo="${startsAfreshAt}"` : ' data-sandbox';
  return built
    .replace(ZONE, zone)
    .replace(SANDBOX, (banner) => (isSandbox && !isPublic ? banner : ''))
    .replace(PUBLIC_DEMO, (banner) => (isPublic ? banner.replaceAll(STARTS_AFRESH, startsAfreshAt) : ''))
    .replace(IN_SANDBOX, isSandbox ? marks : '')
    .replaceAll('__CSP_NONCE__', NONCE);
}

/**
 * The template with the links that only the pages of an area have, such as the manifest of its app: a browser reads them
 * before any script runs when a page is put on the home screen.
 */
function forArea(template: string, url: string): string {
  const path = url.replace(/[?#].*$/, '').toLowerCase();
  return template.replace(AREA, (_, area: string, links: string) =>
    path === area || path.startsWith(`${area}/`) ? links : '',
  );
}

/** The template with the name and the look of the business. */
function withLook(template: string, { name, css, themeColours, iconVersion }: PageLook): string {
  const style = css === '' ? '' : `<style nonce="${NONCE}" data-look>${css}</style>`;
  const icon = (size: number) => `/brand/icon-${size}.png?v=${iconVersion}`;
  const named = template
    .replace(THEME_COLOUR, (whole, start: string, end: string, scheme: 'light' | 'dark') =>
      themeColours === null ? whole : start + themeColours[scheme] + end,
    )
    .replaceAll(NAME, () => escaped(name))
    .replace('</head>', () => `${style}</head>`);
  if (iconVersion === null) return named;
  return named
    .replace(ICON, () => `<link rel="icon" href="${icon(96)}" type="image/png" />`)
    .replace(TOUCH_ICON, () => icon(180));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** A page that the browser renders. */
export function emptyPage(template: string, url: string, shell: RenderedShell | null = null): PagePieces {
  const page = forArea(template, url);
  if (shell === null) return page.replaceAll(NAME, PRODUCT).split(NONCE);
  return withLook(page, shell.look)
    .replace(HEAD, () => shell.head)
    .replace(EMPTY_APP, () => EMPTY_APP + dataScript(shell.data))
    .split(NONCE);
}

const dataScript = (data: string) => `<script type="application/json" id="replies">${data}</script>`;

/**
 * A page that the server has rendered, with links to the files that it needs. Its scripts are of low priority, because the
 * first paint needs none of them.
 */
export function filledPage(
  template: string,
  page: RenderedPage,
  { url, files }: { readonly url: string; readonly files: PageFiles },
): PagePieces {
  const missing = (file: string) => !template.includes(`"/${file}"`);
  const links = [
    ...files.styles.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...files.scripts
      .filter(missing)
      .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
  ];
  return withLook(forArea(template, url), page.look)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${page.lang}" data-server-rendered`)
    .replace(HEAD, () => page.preloads + page.head)
    .replace(NOSCRIPT, (whole) => (page.needsScripts ? whole : ''))
    .replace('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(EMPTY_APP, () => `<div id="app">${page.body}</div>${dataScript(page.data)}`)
    .split(NONCE);
}
