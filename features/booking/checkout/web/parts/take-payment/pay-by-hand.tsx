import { z } from 'zod';
import { createTransaction } from '#features/money/payments/contract.ts';
import type { ManualMethod } from '#features/money/payments/rules/transaction.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { PaymentProblem } from './payment-problem.tsx';
import type { ToPay } from './to-pay.ts';

type Method = Exclude<ManualMethod, 'adjustment'>;

const METHODS = [
  { value: 'paynow', label: 'PayNow' },
  { value: 'cash', label: 'Cash' },
  { value: 'bank', label: 'Bank transfer' },
] as const;

/** Records a payment by another method than card for the visits. */
export function PayByHand({ job, visits, total, onDone }: ToPay) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(createTransaction, { refresh: JOB_READS });
  const form = useForm<{ method: Method; details: string }>({
    initial: { method: 'paynow', details: '' },
    schema: z.object({ method: z.enum(['paynow', 'cash', 'bank']), details: z.string() }),
    send: async ({ method, details }) => {
      const paid = { customerID: job.customerID, jobID: job.id, total, method, details: details.trim() };
      await act.mutateAsync({ body: paid });
      const what = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      toast.show({ text: `Recorded ${money(total)}. ${what} paid.` });
      onDone();
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Segments<Method>
        label="Paid by"
        value={form.values.method}
        onChange={(method) => form.set({ method })}
        options={METHODS}
      />
      <TextField
        label="Note"
        aside="Optional"
        maxLength={500}
        hint="A reference number, for example."
        {...form.text('details')}
      />
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && 'Recording'}>
        Record {money(total)}
      </Button>
    </form>
  );
}
