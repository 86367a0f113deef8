import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import { useQuery } from '@tanstack/react-query';
import { listLots } from '#features/money/credits/contract.ts';
import { ReductionOn } from '#features/money/promo-codes/web/parts/reduction-on.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { updateCredit } from '../../contract.ts';
import { type HoursOffer, hoursOffer } from '../../rules/hours-offer.ts';
import { useCheckoutText } from './text.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

/**
 * The offer to pay with hours; null if there are none, the booking takes none, or it already uses some.
 * `visits`: all that are paid together, by date; a single visit of a series gets no offer.
 */
export function useHoursOffer(job: Job, visits?: readonly Job[]): HoursOffer | null {
  const { id } = useSession();
  const lots = useQuery({ ...queryOf(listLots, { params: { id: id ?? '' } }), enabled: id !== null });
  const booking = visits ?? (job.seriesID === null ? [job] : []);
  const prices = booking.flatMap(({ price }) => price ?? []);
  if (prices.length < booking.length || hoursOf(booking) > 0) return null;
  const now = appClock.now().getTime();
  const live = (lots.data ?? []).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  return hoursOffer(prices, live);
}

function hoursOf(booking: readonly Job[]): Hours {
  return booking.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0);
}

/** Applies hours to a booking, or returns them with an empty lot. */
export function useHours(job: Job) {
  const act = useAct(updateCredit, { refresh: [getJob, listJobs, listLots] });
  return {
    busy: act.isPending,
    give: () => act.mutateAsync({ body: { jobID: job.id } }),
    takeBack: async () => {
      const { creditsLeft } = await act.mutateAsync({ body: { jobID: job.id, credit_ID: '' } });
      session.updateCredit({ creditsLeft });
    },
  };
}

/** The hours that a held booking uses, with a button to remove them. */
export function HoursOn({ job, visits = [job] }: { readonly job: Job; readonly visits?: readonly Job[] }) {
  const { t } = useCheckoutText();
  const { hours } = useFormat();
  const { takeBack } = useHours(job);
  const sentenceOf = useReductionSentence();
  const used = hoursOf(visits);
  if (used === 0) return null;
  return (
    <ReductionOn
      icon={IconClockHour4}
      words={used === 1 ? t('hours.onOne') : t('hours.on', { hours: hours(used) })}
      off={{ label: t('hours.off'), busy: t('hours.takingOff') }}
      takeOff={takeBack}
      sentenceOf={sentenceOf}
    />
  );
}
