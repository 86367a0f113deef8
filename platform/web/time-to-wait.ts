import { ApiError } from './api/api-error.ts';
import { type Language, localeOf } from './i18n/language.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `40 seconds`, `12 minutes`, `3 hours`, rounded up, so that waiting that long is enough. @param seconds whole */
export function timeToWait(seconds: number, language: Language): string {
  if (seconds <= MINUTE) return inUnits(seconds, 'second', language);
  if (seconds <= 2 * HOUR) return inUnits(Math.ceil(seconds / MINUTE), 'minute', language);
  return inUnits(Math.ceil(seconds / HOUR), 'hour', language);
}

function inUnits(count: number, unit: 'second' | 'minute' | 'hour', language: Language): string {
  const figure = { style: 'unit', unit, unitDisplay: 'long' } as const;
  const written = new Intl.NumberFormat(localeOf(language), figure).format(count);
  // A space between Chinese and a number, as everywhere on the site.
  return written.replace(/^(\d+)(?=\p{Script=Han})/u, '$1 ');
}

/** When a refused request may be retried, in words; null if the server did not say. */
export function timeToWaitOf(problem: unknown, language: Language): string | null {
  if (!(problem instanceof ApiError)) return null;
  const { retryAfter } = problem.extensions;
  return typeof retryAfter === 'number' ? timeToWait(Math.max(1, Math.ceil(retryAfter)), language) : null;
}
