import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import { useQuery } from '@tanstack/react-query';
import { listLots } from '#features/credits/contract.ts';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { creditHoursFor, reduceQuote } from '#features/jobs/rules/quote.ts';
import { ReductionOn } from '#features/promo-codes/web/parts/reduction-on.tsx';
import type { Cents, Hours } from '#platform/kernel/money.ts';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { useFormat } from '#platform/web/format.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { updateCredit } from '../../contract.ts';
import { useCheckoutText } from './text.ts';
import { useReductionSentence } from './use-reduction-sentence.ts';

/** What the customer's hours can do for a held visit. */
export interface HoursOffer {
  /** All that can be spent. */
  readonly left: Hours;
  /** What this visit would use of them, and what that leaves for a card, in cents. */
  readonly use: Hours;
  readonly toPay: Cents;
}

/** The offer to pay with hours; null while there are none, the visit takes none, or it uses some already. */
export function useHoursOffer(job: Job): HoursOffer | null {
  const { id } = useSession();
  const lots = useQuery({ ...queryOf(listLots, { params: { id: id ?? '' } }), enabled: id !== null });
  const { price } = job;
  if (price === undefined || job.seriesID !== null || (job.creditsUsed ?? 0) > 0) return null;
  const now = appClock.now().getTime();
  const live = (lots.data ?? []).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now);
  const left = live.reduce((sum, { numCredits }) => sum + numCredits, 0);
  const use = Math.min(left, creditHoursFor(price));
  if (use === 0) return null;
  const discount = price.lines.find(({ code }) => code === 'promo');
  const promo = discount ? { label: discount.label, discount: -discount.amount } : null;
  return { left, use, toPay: reduceQuote(price, { promo, hours: use }).total };
}

/** Gives hours for a booking, or takes them back with an empty lot. */
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

/** The hours that a held booking uses, and the way to take them off. */
export function HoursOn({ job }: { readonly job: Job }) {
  const { t } = useCheckoutText();
  const { hours } = useFormat();
  const { takeBack } = useHours(job);
  const sentenceOf = useReductionSentence();
  const used = job.creditsUsed ?? 0;
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
