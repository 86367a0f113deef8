import type { Cents, Hours } from '../kernel/money.ts';
import { businessZone, instantOf } from './business-time.ts';
import { type Language, LOCALES, useLanguage } from './i18n/language.ts';

type Days = 'weekday' | 'date' | 'dated' | 'long' | 'month';

const dayParts: Readonly<Record<Days, Intl.DateTimeFormatOptions>> = {
  weekday: { weekday: 'long' },
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  dated: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** Making an Intl formatter costs far more than using it. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const formatter =
    made.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: businessZone });
  made.set(key, formatter);
  return formatter;
}

/** An instant of the wire (ISO 8601 with offset); without an offset, a day or a time of the business. */
function dateOf(wire: string): Date {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(wire.slice(10)) ? new Date(wire) : instantOf(wire);
}

/** 115200 cents → `S$1,152.00`; whole dollars lose their cents where `short` is asked for. */
export function money(cents: Cents, { short = false }: { short?: boolean } = {}): string {
  const digits = short && cents % 100 === 0 ? 0 : 2;
  const amount = new Intl.NumberFormat('en-SG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(cents) / 100);
  return `${cents < 0 ? '−' : ''}S$${amount}`;
}

/** `1 hour`, `3.5 hours`, `3.5 小时`; breaks come in quarters, `0.75 hours`. */
export function hours(count: Hours, language: Language): string {
  const figure = new Intl.NumberFormat('en-SG', { maximumFractionDigits: 2 }).format(count);
  if (language === 'zh') return `${figure} 小时`;
  return `${figure} ${count === 1 ? 'hour' : 'hours'}`;
}

/** `9:00 am`, `上午9:00`. */
export function time(wire: string, language: Language): string {
  const written = formatterOf(language, { hour: 'numeric', minute: '2-digit', hour12: true }).format(
    dateOf(wire),
  );
  // Some engines put a narrow no-break space before am and pm; fonts and tests disagree about it.
  return written.replace(/\s/g, ' ');
}

/** A day: `date` → `Sat 28 Nov`, `11月28日周六`; `dated` → `28 Nov 2026`; `long` adds the year and writes the words out. */
export function date(wire: string, language: Language, style: Days = 'date'): string {
  return formatterOf(language, dayParts[style]).format(dateOf(wire)).replace(/,/g, '');
}

/** `9:00 am to 1:00 pm`, `上午9:00至下午1:00`. */
export function timeRange(start: string, end: string, language: Language): string {
  const between = language === 'zh' ? '至' : ' to ';
  return time(start, language) + between + time(end, language);
}

/** The formatters in the person's language. */
export function useFormat() {
  const language = useLanguage();
  return {
    money,
    hours: (count: Hours) => hours(count, language),
    time: (wire: string) => time(wire, language),
    timeRange: (start: string, end: string) => timeRange(start, end, language),
    date: (wire: string, style?: Days) => date(wire, language, style),
  };
}
