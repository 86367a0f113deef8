import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { TakePaymentSheet } from '#features/booking/checkout/web/parts/take-payment/take-payment-sheet.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { JOBS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { mayTakePayment, paidTogether } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Loaded, Panel } from '#platform/web/office/record.tsx';

/** What was held, with the ways to pay for it; then the job's page. */
export function HeldBooking({ id }: { readonly id: string }) {
  const job = useCall(getJob, { params: { id } });
  return (
    <Loaded query={job} what="the booking">
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
  const view = `${JOBS.to}/${job.id}/view`;
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  return (
    <Panel
      title="Booked"
      end={
        <ButtonLink kind="quiet" size="small" href={view}>
          Open the job
        </ButtonLink>
      }
    >
      <Facts
        facts={{
          Customer: job.customer.fullname,
          'First visit': at(job.startTime),
          Cleaners: visitsByCrew(visits),
          ...(job.holdExpiresAt && { 'Held until': at(job.holdExpiresAt) }),
        }}
      />
      {mayTakePayment(job) && (
        <TakePaymentSheet job={job} onClose={() => void navigate(view, { replace: true })} />
      )}
    </Panel>
  );
}

/** `Siew Hua (10 visits), Faizal (2 visits)`; only the names for a single visit. */
function visitsByCrew(visits: readonly Job[]): string {
  const counts = new Map<string, number>();
  for (const { cleaners } of visits) {
    const crew = cleaners.map(({ firstname }) => firstname).join(' and ');
    counts.set(crew, (counts.get(crew) ?? 0) + 1);
  }
  if (visits.length === 1) return [...counts.keys()].join('');
  return [...counts]
    .map(([crew, count]) => `${crew} (${count} ${count === 1 ? 'visit' : 'visits'})`)
    .join(', ');
}
