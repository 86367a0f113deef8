import { useLanguage } from '#platform/web/i18n/language.ts';
import { DEFAULTS } from '../../rules/settings.ts';
import { dayHourLabels } from './day-hours.ts';
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
