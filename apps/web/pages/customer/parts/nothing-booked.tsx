import { useQuery } from '@tanstack/react-query';
import { listAddresses } from '#features/people/customers/contract.ts';
import { BOOK_ONE_TIME } from '#features/site/pages/rules/booking-address.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { listTimeAvailable } from '#features/work/schedule/contract.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { addDays } from '#platform/web/business-time.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';

/** The length of a visit to a small home, for which the suggestion counts free times. */
const USUAL_HOURS = 3;
/** The number of days that the suggestion considers. */
const DAYS_AHEAD = 7;

/** No upcoming visits: suggests the day with the most free times for the customer's own home. */
export function NothingBooked() {
  const { t } = useText(customerTexts);
  const { date, hours } = useFormat();
  const best = useBestDay();
  const suggestion = best
    ? t('bookings.suggestion', {
        day: date(best.date),
        count: best.slots.length,
        hours: hours(USUAL_HOURS),
      })
    : t('bookings.noSuggestion');
  return (
    <div className="k-narrow">
      <EmptyState
        title={t('bookings.noUpcoming')}
        spot="one-time"
        level={2}
        action={
          <ButtonLink size="small" full href={BOOK_ONE_TIME}>
            {t('bookings.book')}
          </ButtonLink>
        }
      >
        {suggestion}
      </EmptyState>
    </div>
  );
}

function useBestDay() {
  const addresses = useCall(listAddresses, { query: {} });
  const home = addresses.data?.items.find((one) => one.isPrimary) ?? addresses.data?.items[0];
  const today = useToday();
  const times = useQuery({
    ...queryOf(listTimeAvailable, {
      query: {
        hours: USUAL_HOURS,
        from_date: addDays(today, 1),
        to_date: addDays(today, DAYS_AHEAD),
        ...(home ? { addressID: home.id } : {}),
      },
    }),
    // Free times depend on the home.
    enabled: home !== undefined,
  });
  return freestDay(times.data?.days ?? []);
}

interface Day<Slot> {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** The day with the most free times, the earliest on a tie; null if no day has any. */
function freestDay<Slot>(days: readonly Day<Slot>[]): Day<Slot> | null {
  const best = days.reduce<Day<Slot> | null>(
    (before, day) => (day.slots.length > (before?.slots.length ?? 0) ? day : before),
    null,
  );
  return best;
}
