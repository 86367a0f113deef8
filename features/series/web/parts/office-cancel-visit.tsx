import { useState } from 'react';
import { z } from 'zod';
import type { Cancellation, Job } from '#features/jobs/contract/shapes.ts';
import { cancelJob, previewCancellation } from '#features/jobs/contract.ts';
import type { OnBehalfOf } from '#features/jobs/rules/cancellation.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/office-jobs/web/parts/job-frame.tsx';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines, type PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';

interface Props {
  readonly job: Job;
  onClose(): void;
}

/** Calls a visit off for the company, which gives everything back, or for the customer, by the agreed terms. */
export function OfficeCancelVisit({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const preview = useCall(previewCancellation, { params: { id: job.id }, query: { onBehalfOf } });
  return (
    <Sheet open onClose={onClose} title="Cancel this visit" closeLabel="Close">
      <RadioRows
        label="Who cancels"
        options={[
          { value: 'company', label: 'We do', note: 'The customer gets everything back.' },
          { value: 'customer', label: 'The customer', note: 'By the terms agreed when it was booked.' },
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
          terms={preview.data}
          onBehalfOf={onBehalfOf}
          onClose={onClose}
          lookAgain={() => void preview.refetch()}
        />
      )}
    </Sheet>
  );
}

interface ConfirmProps extends Props {
  readonly terms: Cancellation;
  readonly onBehalfOf: OnBehalfOf;
  lookAgain(): void;
}

function Confirm({ job, terms, onBehalfOf, onClose, lookAgain }: ConfirmProps) {
  const toast = useToast();
  const act = useAct(cancelJob, { refresh: [...JOB_READS, previewCancellation] });
  const back = useBack();
  const form = useForm({
    initial: { reason: '' },
    schema: z.object({ reason: z.string().trim().min(1, { error: 'Say why, for the record.' }) }),
    send: async ({ reason }) => {
      const body = { reason: reason.trim(), onBehalfOf, fee: terms.fee };
      try {
        const done = await act.mutateAsync({ params: { id: job.id }, body });
        toast.show({ text: `Cancelled. ${back(done)} back to ${job.customer.fullname}.` });
        onClose();
      } catch (error) {
        lookAgain();
        throw error;
      }
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Sums terms={terms} />
      <TextField label="Reason" maxLength={300} hint="Kept on record." {...form.text('reason')} />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" kind="danger" full busy={form.sending && 'Cancelling'}>
        {`Cancel the visit, ${back(terms)} back`}
      </Button>
    </form>
  );
}

type Back = Pick<Cancellation, 'refund' | 'creditsReturned'>;

/** `S$45.00`, `1.5 hours`, `S$15.00 and 3 hours`, `nothing`. */
function useBack() {
  const { money, hours } = useFormat();
  return ({ refund, creditsReturned }: Back): string => {
    const parts = [refund > 0 && money(refund), creditsReturned > 0 && hours(creditsReturned)];
    return parts.filter(Boolean).join(' and ') || 'nothing';
  };
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
  if (lines.length === 0) return <p>Nothing was paid, so nothing goes back.</p>;
  return (
    <>
      <MoneyLines lines={lines} total={{ label: 'Back to the customer', amount: back(terms) }} />
      {terms.refundPending && (
        <p className="k-muted k-small">
          The bank is looking into this payment. The refund is made by itself once the dispute is won.
        </p>
      )}
      {terms.refundByHand && <p>You give it back yourself: it is listed under Payment problems.</p>}
    </>
  );
}
