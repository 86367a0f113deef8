import { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { type AlarmReply, listPaymentAlarms, resolvePaymentAlarm } from '../../contract.ts';
import { RESOLUTIONS, type Resolution, whyNotResolved } from '../../rules/alarm.ts';
import { AMOUNT_MESSAGE, centsOf } from '../parts/amount.ts';
import styles from '../parts/money.module.css';
import { TRANSACTIONS } from '../parts/transaction.ts';
import { RESOLUTION_NAMES } from '../parts/words.ts';

interface ResolveAlarmSheetProps {
  readonly alarm: AlarmReply;
  onClose(): void;
}

/** Records how an alarm was resolved. Moves no money: that is done at the provider first. */
export function ResolveAlarmSheet({ alarm, onClose }: ResolveAlarmSheetProps) {
  const form = useResolve(alarm, onClose);
  const { resolution } = form.values;
  const needsAmount = alarm.cents === null && resolution !== 'not_charged' && resolution !== '';
  return (
    <Sheet open onClose={onClose} title="Resolve this payment problem" closeLabel="Close">
      <p className={styles.lead}>
        Look up the payment at the provider and act there first, then record what happened here. This moves no
        money.
      </p>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <RadioRows<Resolution>
          label="What happened"
          value={resolution === '' ? null : resolution}
          onChange={(next) => form.set({ resolution: next })}
          options={choicesOf(alarm)}
          error={form.errors.resolution}
        />
        {needsAmount && (
          <TextField
            label="Amount"
            before="S$"
            inputMode="decimal"
            hint="As shown by the provider."
            {...form.text('amount')}
          />
        )}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          hint="What you looked at and what you did. Kept with your name."
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && 'Resolving'}>
          Resolve
        </Button>
      </form>
    </Sheet>
  );
}

/** The resolutions that the server would accept. */
function choicesOf({ kind, cents }: AlarmReply) {
  const amount = cents ?? 1;
  return RESOLUTIONS.filter((resolution) => {
    const decision = { resolution, ...(resolution !== 'not_charged' && { amount }) };
    return whyNotResolved({ kind, cents }, decision)?.path !== 'resolution';
  }).map((value) => ({ value, label: RESOLUTION_NAMES[value] }));
}

function useResolve(alarm: AlarmReply, onDone: () => void) {
  const toast = useToast();
  const act = useAct(resolvePaymentAlarm, { refresh: [listPaymentAlarms, ...TRANSACTIONS.refresh] });
  return useForm<{ resolution: Resolution | ''; amount: string; reason: string }>({
    initial: { resolution: '', amount: '', reason: '' },
    draft: `payment problem ${alarm.id}`,
    schema: z
      .object({ resolution: z.string(), amount: z.string(), reason: z.string() })
      .refine(({ resolution }) => resolution !== '', {
        path: ['resolution'],
        error: 'Choose what happened to the money.',
      })
      .refine(({ reason }) => reason.trim() !== '', { path: ['reason'], error: 'Say what you did.' })
      .refine(
        ({ resolution, amount }) => alarm.cents !== null || resolution === 'not_charged' || centsOf(amount),
        {
          path: ['amount'],
          error: AMOUNT_MESSAGE,
        },
      ) as never,
    send: async ({ resolution, amount, reason }) => {
      if (resolution === '') return;
      const cents = alarm.cents === null && resolution !== 'not_charged' ? centsOf(amount) : null;
      await act.mutateAsync({
        params: { id: alarm.id },
        body: { resolution, reason: reason.trim(), ...(cents !== null && { amount: cents }) },
      });
      toast.show({ text: 'The payment problem is resolved.' });
      onDone();
    },
  });
}
