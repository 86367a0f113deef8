import { useState } from 'react';
import { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { previewCancellation } from '#features/jobs/contract.ts';
import type { OnBehalfOf } from '#features/jobs/rules/cancellation.ts';
import { JOB_READS } from '#features/office-jobs/web/parts/job-frame.tsx';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import type { CancelledVisits } from '../../contract/shapes.ts';
import { cancelFollowing, previewFollowingCancellation } from '../../contract.ts';
import styles from './series.module.css';

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** The office calls a visit and those after it off: for the company, which gives everything back, or for the customer. */
export function OfficeCancelSheet({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const preview = useCall(previewFollowingCancellation, { params: { id: job.id }, query: { onBehalfOf } });
  return (
    <Sheet open onClose={onClose} title="Cancel this and following" closeLabel="Close">
      <div className={styles.question}>
        <RadioRows
          label="Who cancels"
          options={[
            { value: 'company', label: 'We do', note: 'The customer gets everything back.' },
            {
              value: 'customer',
              label: 'The customer',
              note: 'Each visit by the terms agreed when it was booked.',
            },
          ]}
          value={onBehalfOf}
          onChange={setOnBehalfOf}
        />
        {preview.isPending && <Skeleton words="Working out the refund" lines={3} bare />}
        {preview.isError && (
          <ErrorState retryLabel="Try again" onRetry={() => void preview.refetch()}>
            {preview.error.message}
          </ErrorState>
        )}
        {preview.data && (
          <Confirm
            job={job}
            sums={preview.data}
            onBehalfOf={onBehalfOf}
            onClose={onClose}
            lookAgain={() => void preview.refetch()}
          />
        )}
      </div>
    </Sheet>
  );
}

interface ConfirmProps extends Props {
  readonly sums: CancelledVisits;
  readonly onBehalfOf: OnBehalfOf;
  lookAgain(): void;
}

function Confirm({ job, sums, onBehalfOf, onClose, lookAgain }: ConfirmProps) {
  const toast = useToast();
  const act = useAct(cancelFollowing, {
    refresh: [...JOB_READS, previewCancellation, previewFollowingCancellation],
  });
  const back = useBack()(sums);
  const count = sums.visits.length;
  const form = useForm({
    initial: { reason: '' },
    schema: z.object({ reason: z.string().trim().min(1, { error: 'Say why, for the record.' }) }),
    send: async ({ reason }) => {
      const { fee, refund, creditsReturned, creditsForfeited } = sums;
      const shown = { visits: count, fee, refund, creditsReturned, creditsForfeited };
      try {
        await act.mutateAsync({ params: { id: job.id }, body: { reason: reason.trim(), onBehalfOf, shown } });
        toast.show({ text: `${visits(count)} cancelled. ${back} back to ${job.customer.fullname}.` });
        onClose();
      } catch (error) {
        lookAgain();
        throw error;
      }
    },
  });
  return (
    <form className={styles.question} noValidate onSubmit={form.submit}>
      <Lines sums={sums} back={back} />
      <TextField label="Reason" maxLength={300} hint="Kept on record." {...form.text('reason')} />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" kind="danger" full busy={form.sending && 'Cancelling'}>
        {`Cancel ${visits(count)}, ${back} back`}
      </Button>
    </form>
  );
}

function visits(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`;
}

/** `S$45.00`, `1.5 hours`, `S$15.00 and 3 hours`, `nothing`. */
function useBack() {
  const { money, hours } = useFormat();
  return ({ refund, creditsReturned }: CancelledVisits): string => {
    const parts = [refund > 0 && money(refund), creditsReturned > 0 && hours(creditsReturned)];
    return parts.filter(Boolean).join(' and ') || 'nothing';
  };
}

/** Each visit with what is kept of it. */
function Lines({ sums, back }: { readonly sums: CancelledVisits; readonly back: string }) {
  const { date, time, money, hours } = useFormat();
  const keptOf = ({ fee, creditsForfeited }: CancelledVisits['visits'][number]) => {
    const parts = [fee > 0 && money(fee), creditsForfeited > 0 && hours(creditsForfeited)].filter(Boolean);
    return parts.length === 0 ? 'all back' : `we keep ${parts.join(' and ')}`;
  };
  return (
    <MoneyLines
      lines={sums.visits.map((visit) => ({
        key: visit.jobID,
        label: `${date(visit.startTime)}, ${time(visit.startTime)}`,
        amount: keptOf(visit),
      }))}
      total={{ label: 'Back to the customer', amount: back }}
    />
  );
}
