import { type Language, useLanguage } from '#platform/web/i18n/language.ts';
import { DEFAULTS } from '../../rules/settings.ts';
import { useBusiness } from './use-business.ts';

interface Block {
  readonly start: number;
  readonly hours: number;
}

/**
 * The hours of a day ruler: the opening hours, extended by blocks outside of them; the default hours until they are
 * loaded.
 */
export function useDayHours(blocks: readonly Block[]) {
  const language = useLanguage();
  const { opensAtMinute, closesAtMinute } = useBusiness() ?? DEFAULTS;
  const from = Math.floor(Math.min(opensAtMinute / 60, ...blocks.map(({ start }) => start)));
  const to = Math.ceil(Math.max(closesAtMinute / 60, ...blocks.map(({ start, hours }) => start + hours)));
  return { from, to, hourLabels: dayHourLabels(from, to, language) };
}

/** The possible numbers of equal intervals between labels, preferred ones first. */
const STRETCHES = [4, 5, 3, 2, 1];

/** Hour labels for a day ruler: `8 am, 11, 2 pm, 5, 8 pm`; as many as can be evenly spaced. */
export function dayHourLabels(from: number, to: number, language: Language): string[] {
  const count = STRETCHES.find((each) => (to - from) % each === 0) ?? 1;
  const hours = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) / count) * i);
  const isAfternoon = (hour: number) => hour >= 12;
  return hours.map((hour, i) => {
    const turns = isAfternoon(hour) !== isAfternoon(hours[i - 1] ?? hour);
    return labelOf(hour, i === 0 || i === count || turns, language);
  });
}

function labelOf(hour: number, isNamed: boolean, language: Language): string {
  const number = hour % 12 || 12;
  if (language === 'zh') return `${isNamed ? partOfDay(hour) : ''}${number}点`;
  return isNamed ? `${number} ${hour < 12 ? 'am' : 'pm'}` : String(number);
}

function partOfDay(hour: number): string {
  if (hour < 12) return '早';
  if (hour === 12) return '中午';
  return hour < 18 ? '下午' : '晚';
}
