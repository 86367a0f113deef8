import { useNavigate } from 'react-router';
import { TakePaymentSheet } from '#features/booking/checkout/web/parts/take-payment/take-payment-sheet.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob } from '#features/work/jobs/contract.ts';
import { JOBS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { mayTakePayment } from '#features/work/jobs/web/parts/payment-sum.ts';
import { useCall } from '#platform/web/api/queries.ts';
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

function TakePayment({ job }: { readonly job: Job }) {
  const { date, time } = useFormat();
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
          ...(job.holdExpiresAt && { 'Held until': at(job.holdExpiresAt) }),
        }}
      />
      {mayTakePayment(job) && (
        <TakePaymentSheet job={job} onClose={() => void navigate(view, { replace: true })} />
      )}
    </Panel>
  );
}
