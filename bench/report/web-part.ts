import { milliseconds, table, verdict } from './markdown.ts';
import type { LighthouseResult, PagePace, WebPagesResult } from './results.ts';

const TITLE = '## Public pages in a browser';
const LEAST_SCORE = 95;
const LARGEST_PAINT_MS = 2000;
const LARGEST_SHIFT = 0.05;

/** How public pages load. */
export function webPart({ pages, paces }: WebPagesResult): string {
  const rows = pages.map((one) => [
    `${one.page}, ${one.device}`,
    one.scores.performance,
    one.scores.accessibility,
    one.scores.bestPractices,
    one.scores.seo,
    milliseconds(one.firstPaint),
    milliseconds(one.largestPaint),
    milliseconds(one.blocked),
    one.shift.toFixed(3),
    `${(one.scriptBytes / 1000).toFixed(0)} kB`,
    one.files,
    verdict(isMet(one)),
  ]);
  const head = ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'first paint', 'largest'];
  return `${TITLE}

Lighthouse on the built app with the demo business, its own throttling, a new browser each time, the run with the median performance.
Times in ms; “blocked”: while the page could not answer; JavaScript as it came over the wire. Goals: each score ${LEAST_SCORE}, largest
paint ${LARGEST_PAINT_MS} ms, layout shift ${LARGEST_SHIFT}. Pages that search engines are to leave out have no goal for SEO.

${table([...head, 'blocked', 'shift', 'JavaScript', 'files', ''], rows)}${pacePart(paces)}`;
}

/** /signup leads into an account, and says so to search engines. */
const UNLISTED = ['/signup'];

function isMet({ page, scores, largestPaint, shift }: LighthouseResult): boolean {
  const { seo, ...others } = scores;
  const counted = [...Object.values(others), ...(UNLISTED.includes(page) ? [] : [seo])];
  return Math.min(...counted) >= LEAST_SCORE && largestPaint <= LARGEST_PAINT_MS && shift < LARGEST_SHIFT;
}

function pacePart(paces: readonly PagePace[]): string {
  if (paces.length === 0) return '';
  const rows = paces.map(({ page, perSecond, p99 }) => [page, perSecond.toFixed(0), milliseconds(p99)]);
  return `\n\nServer-rendered pages, requested by 16 connections:\n\n${table(['page', 'a second', 'p99, ms'], rows)}`;
}
