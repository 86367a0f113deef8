import { z } from 'zod';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { payLater } from '../../../contract.ts';
import { PaymentProblem } from './payment-problem.tsx';
import type { ToPay } from './to-pay.ts';

/** Two weeks, a usual payment term. */
const USUAL_DAYS = 14;

/** Confirms the unpaid booking: it is listed as owed until paid. */
export function PayLater({ job, visits, total, onDone }: ToPay) {
  const { money, date } = useFormat();
  const toast = useToast();
  const act = useAct(payLater, { refresh: JOB_READS });
  const isConfirmed = job.status === 'confirmed';
  const form = useForm<{ dueOn: string }>({
    initial: { dueOn: job.dueOn ?? addDays(today(), USUAL_DAYS) },
    schema: z.object({
      dueOn: z.iso
        .date({ error: 'Enter a day, like 05/12/2026.' })
        .refine((day) => day >= today(), { error: 'Choose today or a later day.' }),
    }),
    send: async ({ dueOn }) => {
      await act.mutateAsync({ params: { id: job.id }, body: { dueOn } });
      const what = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      const news = isConfirmed ? '' : `${what} confirmed. `;
      toast.show({ text: `${news}${money(total)} is due on ${date(dueOn)}.` });
      onDone();
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <DayField label="Due on" min={today()} {...form.choice('dueOn')} />
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && 'Saving'}>
        {isConfirmed ? 'Change due date' : 'Confirm, pay later'}
      </Button>
    </form>
  );
}
