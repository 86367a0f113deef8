import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { previewCancellation } from '#features/work/jobs/contract.ts';
import type { OnBehalfOf } from '#features/work/jobs/rules/cancellation.ts';
import { JOB_READS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { CancelledVisits } from '../../contract/shapes.ts';
import { cancelFollowing, previewFollowingCancellation } from '../../contract.ts';
import { OfficeCancel, useBack } from './office-cancel.tsx';

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** The office cancels a visit and the following ones. */
export function OfficeCancelFollowing({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const params = { id: job.id };
  const preview = useCall(previewFollowingCancellation, { params, query: { onBehalfOf } });
  const act = useAct(cancelFollowing, {
    refresh: [...JOB_READS, previewCancellation, previewFollowingCancellation],
  });
  return (
    <OfficeCancel
      job={job}
      title="Cancel this and following"
      customerNote="Each visit on the terms agreed when it was booked."
      onBehalfOf={onBehalfOf}
      onChoose={setOnBehalfOf}
      preview={preview}
      whatOf={whatOf}
      doneOf={(sums) => `${whatOf(sums)} cancelled`}
      cancel={({ visits, fee, refund, creditsReturned, creditsForfeited }, reason) => {
        const shown = { visits: visits.length, fee, refund, creditsReturned, creditsForfeited };
        return act.mutateAsync({ params, body: { reason, onBehalfOf, shown } });
      }}
      onClose={onClose}
    >
      {(sums) => <Lines sums={sums} />}
    </OfficeCancel>
  );
}

function whatOf({ visits }: CancelledVisits): string {
  return visits.length === 1 ? '1 visit' : `${visits.length} visits`;
}

/** Each visit with the amount kept. */
function Lines({ sums }: { readonly sums: CancelledVisits }) {
  const back = useBack();
  const { date, time, money, hours } = useFormat();
  const keptOf = ({ fee, creditsForfeited }: CancelledVisits['visits'][number]) => {
    const parts = [fee > 0 && money(fee), creditsForfeited > 0 && hours(creditsForfeited)].filter(Boolean);
    return parts.length === 0 ? 'full refund' : `we keep ${parts.join(' and ')}`;
  };
  return (
    <MoneyLines
      lines={sums.visits.map((visit) => ({
        key: visit.jobID,
        label: `${date(visit.startTime)}, ${time(visit.startTime)}`,
        amount: keptOf(visit),
      }))}
      total={{ label: 'Refund to the customer', amount: back(sums) }}
    />
  );
}
