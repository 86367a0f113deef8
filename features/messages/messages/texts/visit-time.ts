import type { Language } from '#platform/kernel/message-kind.ts';

/** The time of a visit in the business time zone. */
export interface VisitTime {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** IANA name: `Asia/Singapore`. */
  readonly zone: string;
}

/** `Sat 28 Nov`; `11月28日周六`. */
export function dayText({ start, zone }: Omit<VisitTime, 'end'>, language: Language = 'en'): string {
  return plain(formatsOf(zone, language).day.format(start.epochMilliseconds)).replaceAll(',', '');
}

/** `9:00 am`; `上午9:00`. */
export function clockText({ start, zone }: Omit<VisitTime, 'end'>, language: Language = 'en'): string {
  return plain(formatsOf(zone, language).time.format(start.epochMilliseconds));
}

/** `Sat 28 Nov, 9:00 am`; `11月28日周六 上午9:00`. */
export function momentText(at: Omit<VisitTime, 'end'>, language: Language = 'en'): string {
  return `${dayText(at, language)}${language === 'zh' ? ' ' : ', '}${clockText(at, language)}`;
}

/** `Sat 28 Nov, 9:00 am to 12:00 pm`; `11月28日周六 上午9:00至中午12:00`. */
export function timeText(visit: VisitTime, language: Language = 'en'): string {
  const [from, to] = [visit.start, visit.end].map((start) =>
    clockText({ start, zone: visit.zone }, language),
  );
  const day = dayText(visit, language);
  return language === 'zh' ? `${day} ${from}至${to}` : `${day}, ${from} to ${to}`;
}

/** A narrow space before am and pm would turn an SMS into Unicode, at twice the price. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-SG', zh: 'zh-Hans-SG' };
const formats = new Map<string, Formats>();

/** Cached per zone and language: creating a formatter is expensive. */
function formatsOf(timeZone: string, language: Language): Formats {
  const name = `${language} ${timeZone}`;
  const locale = LOCALES[language];
  const made = formats.get(name) ?? {
    day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
  formats.set(name, made);
  return made;
}
