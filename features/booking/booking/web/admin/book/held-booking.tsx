import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { sendPaymentLink } from '#features/booking/checkout/contract.ts';
import { TakePaymentSheet } from '#features/booking/checkout/web/parts/take-payment/take-payment-sheet.tsx';
import { listMessages } from '#features/messages/messages/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { PAYMENT_REQUEST_WAIT } from '#features/work/jobs/rules/payment-request.ts';
import { JOBS } from '#features/work/jobs/web/office/job-frame.tsx';
import { mayTakePayment, paidTogether } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Loaded, Panel } from '#platform/web/office/record.tsx';

/** What was held, with the ways to pay for it; then the job's page. */
export function HeldBooking({ id }: { readonly id: string }) {
  const job = useCall(getJob, { params: { id } });
  return (
    <Loaded query={job} what={t('the booking')}>
      {(held) => <TakePayment job={held} />}
    </Loaded>
  );
}

/** The visits that were held together. */
function useVisits(job: Job): readonly Job[] {
  const query = { seriesID: job.seriesID ?? '', status: '*', size: MAX_VISITS } as const;
  const series = useQuery({ ...queryOf(listJobs, { query }), enabled: job.seriesID !== null }).data;
  return series === undefined ? [job] : paidTogether(job, series.items);
}

function TakePayment({ job }: { readonly job: Job }) {
  const { date, time } = useFormat();
  const visits = useVisits(job);
  const navigate = useNavigate();
  const requestPayment = useRequestPayment(job);
  const view = `${JOBS.to}/${job.id}/view`;
  const leave = () => void navigate(view, { replace: true });
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  return (
    <Panel
      title={mayTakePayment(job) ? t('Held, not paid') : t('Booked')}
      end={
        <ButtonLink kind="quiet" size="small" href={view}>
          {t('Open the job')}
        </ButtonLink>
      }
    >
      <FactList
        facts={{
          Customer: job.customer.fullname,
          'First visit': at(job.startTime),
          Cleaners: visitsByCrew(visits),
          ...(job.holdExpiresAt && { 'Held until': at(job.holdExpiresAt) }),
        }}
      />
      {mayTakePayment(job) && (
        <TakePaymentSheet
          job={job}
          onDone={leave}
          onClose={() => {
            requestPayment();
            leave();
          }}
        />
      )}
    </Panel>
  );
}

/**
 * Sends the payment request that waits for the end of the phone call. If that fails, or the page is closed, it goes out
 * when its time has come.
 */
function useRequestPayment(job: Job): () => void {
  const toast = useToast();
  const send = useAct(sendPaymentLink, {
    refresh: [listMessages],
    onSuccess: () =>
      toast.show({
        text: t('The payment request is on its way to {{fullname}}.', { fullname: job.customer.fullname }),
      }),
  });
  return () => {
    const sendsItself = Temporal.Instant.from(job.createdAt).add(PAYMENT_REQUEST_WAIT);
    const isWaiting = appClock.now().getTime() < sendsItself.epochMilliseconds;
    if (isWaiting) send.mutate({ params: { id: job.id }, body: {} });
  };
}

/** `Siew Hua (10 visits), Faizal (2 visits)`; only the names for a single visit. */
function visitsByCrew(visits: readonly Job[]): string {
  const counts = new Map<string, number>();
  for (const { cleaners } of visits) {
    const crew = cleaners.map(({ firstname }) => firstname).join(t(' and '));
    counts.set(crew, (counts.get(crew) ?? 0) + 1);
  }
  if (visits.length === 1) return [...counts.keys()].join('');
  return [...counts]
    .map(([crew, count]) =>
      count === 1
        ? t('{{crew}} ({{count}} visit)', { crew, count })
        : t('{{crew}} ({{count}} visits)', { crew, count }),
    )
    .join(', ');
}
