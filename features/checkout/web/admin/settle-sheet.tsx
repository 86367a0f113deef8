import { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { centsOf, dollarsOf } from '#features/jobs/web/parts/settle-sum.ts';
import { JOB_READS } from '#features/office-jobs/web/parts/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { confirmJobAdmin } from '../../contract.ts';

interface SettleSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** Charges an unpaid job to the customer's stored card, or nothing at all; another amount needs a reason. */
export function SettleSheet({ job, onClose }: SettleSheetProps) {
  const { money } = useFormat();
  const form = useSettle(job, onClose);
  const cents = centsOf(form.values.amountToPay);
  return (
    <Sheet open onClose={onClose} title="Settle this job" closeLabel="Close">
      <p className={styles.lead}>
        {job.customer.fullname} owes {money(sumOf(job))}. The stored card is charged at once; with 0 the visit
        is on us.
      </p>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField label="Amount" before="S$" inputMode="decimal" {...form.text('amountToPay')} />
        {cents !== null && cents !== sumOf(job) && (
          <TextField
            label="Reason for the change"
            maxLength={300}
            hint="Kept on record with the change."
            {...form.text('reason')}
          />
        )}
        {form.problem && (
          <Notice kind="bad" live>
            {form.problem.message}
          </Notice>
        )}
        <Button type="submit" full busy={form.sending && 'Charging'}>
          {cents === 0 ? 'Confirm without charge' : `Charge ${money(cents ?? 0)}`}
        </Button>
      </form>
    </Sheet>
  );
}

/** What the job comes to, in cents. */
function sumOf(job: Job): number {
  return job.amountToPay ?? 0;
}

/** Dollars as they are typed; a reason where they are not what the job comes to. */
function settleForm(job: Job) {
  return z
    .object({
      amountToPay: z
        .string()
        .refine((typed) => centsOf(typed) !== null, { error: 'Enter dollars and cents, like 120.00.' }),
      reason: z.string(),
    })
    .refine(({ amountToPay, reason }) => centsOf(amountToPay) === sumOf(job) || reason.trim() !== '', {
      path: ['reason'],
      error: 'Give a reason for the other amount.',
    });
}

function useSettle(job: Job, onDone: () => void) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(confirmJobAdmin, { refresh: JOB_READS });
  return useForm({
    initial: { amountToPay: dollarsOf(sumOf(job)), reason: '' },
    schema: settleForm(job),
    send: async (typed) => {
      const amountToPay = centsOf(typed.amountToPay) ?? 0;
      const reason = amountToPay === sumOf(job) ? {} : { reason: typed.reason.trim() };
      const reply = await act.mutateAsync({ body: { jobID: job.id, amountToPay, ...reason } });
      if ('requiresAction' in reply) {
        throw new Error('The bank needs the customer to confirm. Ask them to pay from their bookings.');
      }
      const charged = amountToPay === 0 ? 'Nothing charged' : `Charged ${money(amountToPay)}`;
      toast.show({ text: `${charged}. The visit is confirmed.` });
      onDone();
    },
  });
}
