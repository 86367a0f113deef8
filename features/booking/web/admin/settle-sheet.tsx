import { type FormEvent, useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/jobs/web/parts/job-frame.tsx';
import { centsOf, dollarsOf } from '#features/jobs/web/parts/settle-sum.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { confirmJobAdmin } from '../../contract.ts';

interface SettleSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** Charges an unpaid job to the customer's stored card, or nothing at all; another amount needs a reason. */
export function SettleSheet({ job, onClose }: SettleSheetProps) {
  const { money } = useFormat();
  const computed = job.amountToPay ?? 0;
  const [written, setWritten] = useState(dollarsOf(computed));
  const [reason, setReason] = useState('');
  const settle = useSettle(job, onClose);
  const cents = centsOf(written);
  const differs = cents !== null && cents !== computed;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (cents !== null && !(differs && reason.trim() === ''))
      void settle.press(cents, differs ? reason.trim() : '');
  };
  return (
    <Sheet open onClose={onClose} title="Settle this job" closeLabel="Close">
      <p className={styles.lead}>
        {job.customer.fullname} owes {money(computed)}. The stored card is charged at once; with 0 the visit
        is on us.
      </p>
      <form className={styles.form} noValidate onSubmit={send}>
        <TextField
          label="Amount"
          before="S$"
          inputMode="decimal"
          value={written}
          onChange={(event) => setWritten(event.target.value)}
          error={cents === null && 'Enter dollars and cents, like 120.00.'}
        />
        {differs && (
          <TextField
            label="Reason for the change"
            value={reason}
            maxLength={300}
            onChange={(event) => setReason(event.target.value)}
            hint="Kept on record with the change."
          />
        )}
        {settle.problem && (
          <Notice kind="bad" live>
            {settle.problem}
          </Notice>
        )}
        <Button
          type="submit"
          full
          busy={settle.busy && 'Charging'}
          disabledReason={
            cents === null
              ? 'Enter an amount first'
              : differs && reason.trim() === '' && 'Give a reason first'
          }
        >
          {cents === 0 ? 'Confirm without charge' : `Charge ${money(cents ?? 0)}`}
        </Button>
      </form>
    </Sheet>
  );
}

function useSettle(job: Job, onDone: () => void) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(confirmJobAdmin, { refresh: JOB_READS });
  const [problem, setProblem] = useState<string | null>(null);
  const press = async (amountToPay: number, reason: string) => {
    setProblem(null);
    try {
      const body = { jobID: job.id, amountToPay, ...(reason === '' ? {} : { reason }) };
      const reply = await act.mutateAsync({ body });
      if ('requiresAction' in reply) {
        setProblem('The bank needs the customer to confirm. Ask them to pay from their bookings.');
        return;
      }
      toast.show({
        text: `${amountToPay === 0 ? 'Nothing charged' : `Charged ${money(amountToPay)}`}. The visit is confirmed.`,
      });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.errors[0]?.message ?? error.message);
    }
  };
  return { press, problem, busy: act.isPending };
}
