import { useState } from 'react';
import type { Cancellation, Job } from '#features/work/jobs/contract/shapes.ts';
import { cancelJob, previewCancellation } from '#features/work/jobs/contract.ts';
import type { OnBehalfOf } from '#features/work/jobs/rules/cancellation.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines, type PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { useFormat } from '#platform/web/format.ts';
import { OfficeCancel, useBack } from './office-cancel.tsx';

interface Props {
  readonly job: Job;
  onClose(): void;
}

export function OfficeCancelVisit({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const params = { id: job.id };
  const preview = useCall(previewCancellation, { params, query: { onBehalfOf } });
  const act = useAct(cancelJob, { refresh: [...JOB_READS, previewCancellation] });
  return (
    <OfficeCancel
      job={job}
      title="Cancel this visit"
      customerNote="On the terms agreed when it was booked."
      onBehalfOf={onBehalfOf}
      onChoose={setOnBehalfOf}
      preview={preview}
      visitsLabel={() => 'the visit'}
      doneOf={() => 'Cancelled'}
      cancel={({ fee }, reason) => act.mutateAsync({ params, body: { reason, onBehalfOf, fee } })}
      onClose={onClose}
    >
      {(terms) => <Sums terms={terms} />}
    </OfficeCancel>
  );
}

function Sums({ terms }: { readonly terms: Cancellation }) {
  const { money, hours } = useFormat();
  const back = useBack();
  const { fee, refund, creditsReturned, creditsForfeited } = terms;
  const used = creditsReturned + creditsForfeited;
  const lines: PriceLine[] = [];
  if (fee + refund > 0)
    lines.push({
      key: 'paid',
      label: terms.refundByHand ? 'Paid' : 'Paid by card',
      amount: money(fee + refund),
    });
  if (fee > 0) lines.push({ key: 'fee', label: 'We keep', amount: `−${money(fee)}` });
  if (used > 0) lines.push({ key: 'used', label: 'Hours used', amount: hours(used) });
  if (creditsForfeited > 0) {
    lines.push({ key: 'forfeited', label: 'We keep', amount: `−${hours(creditsForfeited)}` });
  }
  if (lines.length === 0) return <p>Nothing was paid, so there is nothing to refund.</p>;
  return (
    <>
      <MoneyLines lines={lines} total={{ label: 'Refund to the customer', amount: back(terms) }} />
      {terms.refundPending && (
        <p className="k-muted k-small">
          The bank is looking into this payment. The refund is made automatically once the dispute is won.
        </p>
      )}
      {terms.refundByHand && <p>Give the money back yourself. It is listed under Payment problems.</p>}
    </>
  );
}
