import type { Hours } from '../kernel/money.ts';
import { hours, money } from './amounts.ts';
import { businessZone, instantOf } from './business-time.ts';
import { type Language, localeOf, useLanguage } from './i18n/language.ts';
import { phraseIn } from './i18n/texts.ts';

type Days = 'short' | 'weekday' | 'date' | 'dated' | 'long' | 'month';

const dayParts: Readonly<Record<Days, Intl.DateTimeFormatOptions>> = {
  short: { weekday: 'short' },
  weekday: { weekday: 'long' },
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** Creating an Intl formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const inZone = { timeZone: businessZone, ...options };
  const key = language + JSON.stringify(inZone);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(localeOf(language), inZone);
  formatters.set(key, formatter);
  return formatter;
}

/** An API instant (ISO 8601 with offset); without an offset, a day or a time in business time. */
function dateOf(wire: string): Date {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(wire.slice(10)) ? new Date(wire) : instantOf(wire);
}

/** `9:00 am`, `上午9:00`. */
export function time(wire: string, language: Language): string {
  const written = formatterOf(language, { hour: 'numeric', minute: '2-digit', hour12: true }).format(
    dateOf(wire),
  );
  // Some engines put a narrow no-break space before am and pm; fonts and tests disagree about it.
  return written.replace(/\s/g, ' ');
}

/** A time of day, such as `09:00`, formatted. */
export function timeOfDay(hoursAndMinutes: string, language: Language): string {
  return time(instantOf(`2026-01-01 ${hoursAndMinutes}`).toISOString(), language);
}

/** A day: `date` → `Sat 28 Nov`, `11月28日周六`; `dated` → `28 Nov 2026`; `long` adds the year and spells out the names. */
export function date(wire: string, language: Language, style: Days = 'date'): string {
  return formatterOf(language, dayParts[style]).format(dateOf(wire)).replace(/,/g, '');
}

/** A calendar day, `2026-11-28`, with custom parts. */
export function dayInWords(day: string, language: Language, parts: Intl.DateTimeFormatOptions): string {
  return formatterOf(language, { ...parts, timeZone: 'UTC' }).format(new Date(day));
}

/** A Monday, from which names of weekdays are formatted. */
const SOME_MONDAY = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;

/** Names of the weekdays from Monday: `M`, `Mon` or `Monday`. */
export function weekdayNames(language: Language, width: 'narrow' | 'short' | 'long'): string[] {
  const format = formatterOf(language, { weekday: width, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(SOME_MONDAY + day * DAY_MS));
}

/** `9:00 am to 1:00 pm`, `上午9:00至下午1:00`. */
export function timeRange(start: string, end: string, language: Language): string {
  return phraseIn(language, '{{start}} to {{end}}', {
    start: time(start, language),
    end: time(end, language),
  });
}

/** The formatters in the person's language. */
export function useFormat() {
  const language = useLanguage();
  return {
    money,
    hours: (count: Hours) => hours(count, language),
    time: (wire: string) => time(wire, language),
    timeOfDay: (hoursAndMinutes: string) => timeOfDay(hoursAndMinutes, language),
    timeRange: (start: string, end: string) => timeRange(start, end, language),
    date: (wire: string, style?: Days) => date(wire, language, style),
  };
}
