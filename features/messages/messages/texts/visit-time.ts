import { about, type Language } from '#languages/index.ts';
import { defineTexts, ENGLISH, type Translations, translator } from '#platform/kernel/translate.ts';

const texts = defineTexts('times', {
  moment: '{{day}}, {{time}}',
  span: '{{day}}, {{from}} to {{until}}',
});

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
export function momentText(at: Omit<VisitTime, 'end'>, translations: Translations = ENGLISH): string {
  const { language } = translations;
  return translator(translations, texts)('moment', {
    day: dayText(at, language),
    time: clockText(at, language),
  });
}

/** `Sat 28 Nov, 9:00 am to 12:00 pm`; `11月28日周六 上午9:00至中午12:00`. */
export function timeText(visit: VisitTime, translations: Translations = ENGLISH): string {
  const { language } = translations;
  return translator(translations, texts)('span', {
    day: dayText(visit, language),
    from: clockText(visit, language),
    until: clockText({ start: visit.end, zone: visit.zone }, language),
  });
}

/** A narrow space before am and pm would turn an SMS into Unicode, at twice the price. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();

/** Cached per zone and language: creating a formatter is expensive. */
function formatsOf(timeZone: string, language: Language): Formats {
  const name = `${language} ${timeZone}`;
  const { locale } = about(language);
  const made = formats.get(name) ?? {
    day: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    time: new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
  formats.set(name, made);
  return made;
}
