import { z } from 'zod';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { centsOf, dollarsOf } from '#features/work/jobs/web/parts/payment-sum.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { confirmJobAdmin } from '../../../contract.ts';
import { PaymentProblem } from './payment-problem.tsx';
import type { ToPay } from './to-pay.ts';

/**
 * Charges the customer's stored card, or waives the amount; a single visit can have a different amount, with
 * a reason.
 */
export function PayByCard(toPay: ToPay) {
  const { money } = useFormat();
  const form = useTakePayment(toPay);
  const { job, visits, total } = toPay;
  const cents = centsOf(form.values.amountToPay);
  const isSeries = visits.length > 1;
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {!isSeries && (
        <TextField
          label="Amount"
          before="S$"
          inputMode="decimal"
          hint="Enter 0 to waive the charge."
          {...form.text('amountToPay')}
        />
      )}
      {!isSeries && cents !== null && cents !== total && (
        <TextField
          label="Reason for the change"
          maxLength={300}
          hint="Kept on record with the change."
          {...form.text('reason')}
        />
      )}
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && 'Charging'}>
        {cents === 0 ? 'Confirm without charge' : `Charge ${money(cents ?? 0)}`}
      </Button>
    </form>
  );
}

/** The typed amount in dollars; a reason is required if it differs from the job's price. */
function paymentForm(total: Cents) {
  return z
    .object({
      amountToPay: z
        .string()
        .refine((typed) => centsOf(typed) !== null, { error: 'Enter dollars and cents, like 120.00.' }),
      reason: z.string(),
    })
    .refine(({ amountToPay, reason }) => centsOf(amountToPay) === total || reason.trim() !== '', {
      path: ['reason'],
      error: 'Give a reason for changing the amount.',
    });
}

function useTakePayment({ job, visits, total, onDone }: ToPay) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(confirmJobAdmin, { refresh: JOB_READS });
  return useForm({
    initial: { amountToPay: dollarsOf(total), reason: '' },
    schema: paymentForm(total),
    send: async (typed) => {
      const amountToPay = centsOf(typed.amountToPay) ?? 0;
      const reason = amountToPay === total ? {} : { reason: typed.reason.trim() };
      const reply = await act.mutateAsync({ body: { jobID: job.id, amountToPay, ...reason } });
      if ('requiresAction' in reply) {
        throw new Error('The bank needs the customer to confirm. Ask them to pay from their bookings.');
      }
      const charged = amountToPay === 0 ? 'Nothing charged' : `Charged ${money(amountToPay)}`;
      const confirmed = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      toast.show({ text: `${charged}. ${confirmed} confirmed.` });
      onDone();
    },
  });
}
