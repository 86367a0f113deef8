import { z } from 'zod';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { readPaymentConfig, refundTransaction, type TransactionReply } from '../../contract.ts';
import type { RefundTarget } from '../../rules/refund.ts';
import { hoursForMoney } from '../../rules/refund-hours.ts';
import { AMOUNT_MESSAGE, centsOf, dollarsOf } from './amount.ts';
import styles from './money.module.css';
import { refundableCents, TRANSACTIONS } from './transaction.ts';
import { METHOD_NAMES } from './words.ts';

interface RefundSheetProps {
  readonly payment: TransactionReply;
  onClose(): void;
}

/** Refunds a payment: all that is left unless another amount is entered. */
export function RefundSheet({ payment, onClose }: RefundSheetProps) {
  const { money, hours } = useFormat();
  const form = useRefund(payment, onClose);
  const left = refundableCents(payment);
  const cents = centsOf(form.values.amount) ?? 0;
  const offered = useCall(readPaymentConfig).data?.refundsTo ?? [];
  const mayBecomeCredits = payment.type !== 'credit-package' && offered.includes('credits');
  return (
    <Sheet open onClose={onClose} title="Refund this payment" closeLabel="Close">
      <p className={styles.lead}>
        {payment.customer.fullname} paid {money(payment.total)}. {money(left)} can still be refunded.
        {payment.allocations.length > 1 && ' The amount is split between the visits by what each has left.'}
        {payment.method !== 'card' &&
          ` Payment method: ${METHOD_NAMES[payment.method]}. Give the money back yourself; this only records it.`}
      </p>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField label="Amount" before="S$" inputMode="decimal" {...form.text('amount')} />
        <p className={styles.portions}>
          {PORTIONS.map(([label, part]) => (
            <Button
              key={label}
              type="button"
              kind={cents === Math.round(left * part) ? 'chosen' : 'quiet'}
              size="small"
              aria-pressed={cents === Math.round(left * part)}
              onClick={() => form.set({ amount: dollarsOf(Math.round(left * part)) })}
            >
              {label}
            </Button>
          ))}
        </p>
        {mayBecomeCredits && (
          <RadioRows<RefundTarget>
            label="Refund to"
            value={form.values.to}
            onChange={(to) => form.set({ to })}
            options={targets(hours(hoursForMoney(cents)))}
          />
        )}
        <TextArea
          label="Reason"
          rows={2}
          maxLength={500}
          hint="Kept on record. The customer does not see it."
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && 'Refunding'}>
          Refund {money(cents)}
        </Button>
      </form>
    </Sheet>
  );
}

/** Of what is left. */
const PORTIONS = [
  ['Half', 0.5],
  ['All', 1],
] as const;

function targets(hours: string) {
  return [
    { value: 'card', label: 'The card', note: 'Takes the bank up to ten days.' },
    { value: 'credits', label: 'Credit hours', note: `${hours}, at once.` },
  ] as const;
}

function useRefund(payment: TransactionReply, onDone: () => void) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(refundTransaction, { refresh: TRANSACTIONS.refresh });
  const left = refundableCents(payment);
  return useForm<{ amount: string; to: RefundTarget; reason: string }>({
    initial: { amount: dollarsOf(left), to: 'card', reason: '' },
    draft: 'refund',
    schema: z.object({
      amount: z
        .string()
        .refine((typed) => (centsOf(typed) ?? 0) > 0, { error: AMOUNT_MESSAGE })
        .refine((typed) => (centsOf(typed) ?? 0) <= left, {
          error: `At most ${money(left)} can be refunded.`,
        }),
      to: z.enum(['card', 'credits']),
      reason: z.string().refine((typed) => typed.trim() !== '', { error: 'Give a reason for the refund.' }),
    }),
    send: async ({ amount, to, reason }) => {
      const cents = centsOf(amount) ?? 0;
      await act.mutateAsync({
        params: { id: payment.id },
        body: { amount: cents, to, reason: reason.trim() },
      });
      toast.show({ text: `${money(cents)} refunded.` });
      onDone();
    },
  });
}
