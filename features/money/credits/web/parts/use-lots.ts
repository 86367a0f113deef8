import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { listCredits } from '../../contract.ts';
import { creditsTexts } from '../texts.ts';

export type HeldLot = CallReply<typeof listCredits>['items'][number];

/** More lots than any customer holds at once. */
const MAX_LOTS = 200;

/** The customer's spendable lots, soonest expiry first. */
export function useLots() {
  const lots = useCall(listCredits, {
    query: { sortby: 'expiresAt', order: 'asc', size: MAX_LOTS, count: '0' },
  });
  const now = appClock.now().getTime();
  const live = lots.data?.items.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  return { ...lots, live };
}

/** Usable hours: without those of a disputed payment. */
export function hoursIn(lots: readonly Pick<HeldLot, 'numCredits' | 'isDisputed'>[]): number {
  return lots.reduce((sum, { numCredits, isDisputed }) => sum + (isDisputed ? 0 : numCredits), 0);
}

/** Formats the last day before an instant: `3 Aug 2027`. */
export function useLastDay(): (endsAt: string) => string {
  const { date } = useFormat();
  return (endsAt) => date(new Date(Date.parse(endsAt) - 1).toISOString(), 'dated');
}

/** Returns functions that describe a lot's origin and expiry. */
export function useLotLabels() {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  const lastDay = useLastDay();
  return {
    originOf: ({ source, granted, perHour }: HeldLot) =>
      source === 'purchase'
        ? t('left.pack', { granted, rate: money(perHour * 100, { short: true }) })
        : t(`left.${source}`),
    untilOf: ({ expiresAt, isDisputed }: HeldLot) => {
      if (isDisputed) return t('left.disputed');
      return expiresAt === null ? t('left.noEnd') : t('left.useBy', { day: lastDay(expiresAt) });
    },
  };
}
