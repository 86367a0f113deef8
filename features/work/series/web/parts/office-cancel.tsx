import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Cancellation, Job } from '#features/work/jobs/contract/shapes.ts';
import type { OnBehalfOf } from '#features/work/jobs/rules/cancellation.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import styles from './series.module.css';

type Back = Pick<Cancellation, 'refund' | 'creditsReturned'>;

interface OfficeCancelProps<Terms extends Back> {
  readonly job: Job;
  readonly title: string;
  /** Shown below "The customer": the terms that apply. */
  readonly customerNote: string;
  readonly onBehalfOf: OnBehalfOf;
  onChoose(onBehalfOf: OnBehalfOf): void;
  /** The amounts that would come back. */
  readonly preview: UseQueryResult<Terms, ApiError>;
  /** "the visit", "3 visits" */
  whatOf(terms: Terms): string;
  /** "3 visits cancelled" */
  doneOf(terms: Terms): string;
  cancel(terms: Terms, reason: string): Promise<unknown>;
  onClose(): void;
  /** The totals, above the reason. */
  children(terms: Terms): ReactNode;
}

/** The office cancels visits: for the company, which gives everything back, or for the customer by the agreed terms. */
export function OfficeCancel<Terms extends Back>(props: OfficeCancelProps<Terms>) {
  const { title, customerNote, onBehalfOf, onChoose, preview, onClose } = props;
  return (
    <Sheet open onClose={onClose} title={title} closeLabel="Close">
      <div className={styles.question}>
        <RadioRows
          label="Who cancels"
          options={[
            { value: 'company', label: 'We do', note: 'The customer gets everything back.' },
            { value: 'customer', label: 'The customer', note: customerNote },
          ]}
          value={onBehalfOf}
          onChange={onChoose}
        />
        {preview.isPending && <Skeleton words="Working out the refund" lines={3} bare />}
        {preview.isError && (
          <ErrorState retryLabel="Try again" onRetry={() => void preview.refetch()}>
            {preview.error.message}
          </ErrorState>
        )}
        {preview.data && <Confirm {...props} terms={preview.data} />}
      </div>
    </Sheet>
  );
}

const reasonForm = z.object({
  reason: z.string().trim().min(1, { error: 'Give a reason.' }),
});

function Confirm<Terms extends Back>(props: OfficeCancelProps<Terms> & { readonly terms: Terms }) {
  const { job, terms, whatOf, doneOf, cancel, preview, onClose, children } = props;
  const toast = useToast();
  const back = useBack()(terms);
  const what = whatOf(terms);
  const form = useForm({
    initial: { reason: '' },
    schema: reasonForm,
    send: async ({ reason }) => {
      try {
        await cancel(terms, reason.trim());
        toast.show({ text: `${doneOf(terms)}. ${back} back to ${job.customer.fullname}.` });
        onClose();
      } catch (error) {
        void preview.refetch();
        throw error;
      }
    },
  });
  return (
    <form className={styles.question} noValidate onSubmit={form.submit}>
      {children(terms)}
      <TextField label="Reason" maxLength={300} hint="Kept on record." {...form.text('reason')} />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" kind="danger" full busy={form.sending && 'Cancelling'}>
        {`Cancel ${what}, ${back} back`}
      </Button>
    </form>
  );
}

/** `S$45.00`, `1.5 hours`, `S$15.00 and 3 hours`, `nothing`. */
export function useBack() {
  const { money, hours } = useFormat();
  return ({ refund, creditsReturned }: Back): string => {
    const parts = [refund > 0 && money(refund), creditsReturned > 0 && hours(creditsReturned)];
    return parts.filter(Boolean).join(' and ') || 'nothing';
  };
}
