import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { breakFor } from '#features/work/schedule/rules/visit-length.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from './text.ts';

interface Size {
  readonly hours: Hours;
  readonly pack: PackageReply | null;
}

/** Describes the break of a visit of this length, as it will be booked; empty without one. */
export function useBreakText(): (size: Size) => string {
  const { t } = useBookingText();
  const { hours: hoursText } = useFormat();
  return ({ hours, pack }) => {
    const own = pack?.hoursPerCleaner === hours ? pack.breakHours : 0;
    const length = breakFor(hours, own);
    if (length === 0) return '';
    const isWhole = Number.isInteger(length);
    return t('home.break', {
      length: isWhole ? hoursText(length) : t('home.minutes', { count: length * 60 }),
    });
  };
}
