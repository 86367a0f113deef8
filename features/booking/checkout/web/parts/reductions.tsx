import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listLots } from '#features/money/credits/contract.ts';
import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import { promoCheckResultIn, usePromoMessage } from '#features/money/promo-codes/web/parts/promo-message.ts';
import { ReductionOn } from '#features/money/promo-codes/web/parts/reduction-on.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf, useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { updateCredit, updateJobPromocode } from '../../contract.ts';
import { type HoursOffer, hoursOffer } from '../../rules/hours-offer.ts';
import { checkoutTexts } from './texts.ts';

/** Reductions of a held booking outside the booking flow: promo code and hours. */
export function Reductions({ job }: { readonly job: Job }) {
  return (
    <>
      <PromoCode job={job} />
      <HoursOn job={job} />
      <PayWithHours job={job} />
    </>
  );
}

/** Applies the customer's hours; if they cover the price, the booking is paid. */
function PayWithHours({ job }: { readonly job: Job }) {
  const { t } = useText(checkoutTexts);
  const { hours } = useFormat();
  const offer = useHoursOffer(job);
  const { busy, give } = useHours(job);
  const sentenceOf = useReductionMessage();
  const [problem, setProblem] = useState<string | null>(null);
  if (offer === null) return null;
  const pay = async () => {
    setProblem(null);
    try {
      const { creditsLeft } = await give();
      session.updateCredit({ creditsLeft });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const words = { hours: hours(offer.use) };
  return (
    <>
      <Button full kind="quiet" busy={busy && t('hours.using')} onClick={() => void pay()}>
        {t(offer.toPay === 0 ? 'hours.go' : 'hours.goPart', words)}
      </Button>
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
    </>
  );
}

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
  const { t } = useText(checkoutTexts);
  const { hours } = useFormat();
  const { takeBack } = useHours(job);
  const sentenceOf = useReductionMessage();
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

export function PromoCode({ job }: { readonly job: Job }) {
  const act = useAct(updateJobPromocode, { refresh: [getJob, listJobs] });
  const line = job.price?.lines.find(({ code }) => code === 'promo');
  return (
    <PromoCodeField
      code={line?.label ?? null}
      discount={line && -line.amount}
      put={(promocode) => act.mutateAsync({ params: { id: job.id }, body: { promocode } })}
      sentenceOf={useReductionMessage()}
    />
  );
}

/** The user-facing sentence for a failure to apply or remove a code or hours. */
export function useReductionMessage(): (problem: unknown) => string {
  const jobSentenceOf = useJobSentence();
  const promoSentenceOf = usePromoMessage();
  return (problem) => {
    const said = problem instanceof ApiError ? promoCheckResultIn(problem) : null;
    if (said !== null) return promoSentenceOf(said);
    return jobSentenceOf(problem instanceof Error ? problem : new Error(String(problem)));
  };
}
