import { randomUUID } from 'node:crypto';
import type { DrawnPage } from '../../../contract/page-drawing.ts';

/** The files that a page needs at once, written by the build. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const ZONE = /__BUSINESS_ZONE__/g;
const HEAD = /<!--head-->.*?<!--\/head-->/s;
const NOSCRIPT = /<!--noscript-->.*?<!--\/noscript-->/s;
const SANDBOX = /<!--sandbox-->.*?<!--\/sandbox-->/s;
const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*>/g;
/** A drawn page is shown before its code is fetched: begin.js does that. */
const SCRIPTS = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
const PLACE = '<div id="app"></div>';
/**
 * Nothing is painted before all of the page has come: its foot would be seen to move as the rest is read. Chromium waits
 * for the beginning of what it is told to expect, so this names what follows the page.
 */
const WHOLE_AT_ONCE = '<link rel="expect" href="#replies" blocking="render">';
/** Stands for the nonce until a page is sent. Unknown to whoever writes what stands on the pages. */
const NONCE = `nonce-${randomUUID()}`;

/** The same with what stands in the style sheets. */
export type SentFiles = PageFiles & { readonly css: string };

/** A page without its nonce: the pieces between which it is put. */
export type WrittenPage = readonly string[];

export function withNonce(page: WrittenPage, nonce: string): string {
  return page.join(nonce);
}

/** What is the same on every page of this installation. */
export interface Installation {
  /** Of the business: all times are shown in it. IANA name. */
  readonly zone: string;
  /** Whether messages and payments stay here: every page says so. */
  readonly isSandbox: boolean;
}

/** The built page as it is where the browser draws. */
export function pageTemplate(built: string, { zone, isSandbox }: Installation): string {
  return built
    .replace(ZONE, zone)
    .replace(SANDBOX, (banner) => (isSandbox ? banner : ''))
    .replaceAll('__CSP_NONCE__', NONCE);
}

export function barePage(template: string): WrittenPage {
  return template.split(NONCE);
}

/**
 * Puts what was drawn into the page with all of its style sheets, so that nothing has to be fetched before it is
 * painted. Each sheet is named too, switched off: the browser's code looks there before it fetches one.
 */
export function drawnPage(template: string, drawn: DrawnPage, files: SentFiles): WrittenPage {
  const links = [
    WHOLE_AT_ONCE,
    ...files.styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<meta name="app-code" content="${files.scripts.map((file) => `/${file}`).join(' ')}">`,
    `<style nonce="${NONCE}">${files.css}${drawn.style}</style>`,
  ];
  const data = `<script type="application/json" id="replies">${drawn.data}</script>`;
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${drawn.lang}" data-drawn`)
    .replace(STYLE_SHEETS, '')
    .replace(SCRIPTS, '')
    .replace(HEAD, () => drawn.preloads + drawn.head)
    .replace(NOSCRIPT, (whole) => (drawn.needsScripts ? whole : ''))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(PLACE, () => `<div id="app">${drawn.body}</div>${data}`)
    .split(NONCE);
}
