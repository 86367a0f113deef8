import { z } from 'zod';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { readPaymentConfig, refundTransaction, type TransactionReply } from '../../contract.ts';
import type { RefundTarget } from '../../rules/refund.ts';
import { hoursForMoney } from '../../rules/refund-hours.ts';
import { AMOUNT_MESSAGE, centsOf, dollarsOf } from './amount.ts';
import { METHOD_NAMES } from './labels.ts';
import styles from './money.module.css';
import { refundableCents, TRANSACTIONS } from './transaction.ts';

interface RefundSheetProps {
  readonly payment: TransactionReply;
  /** The visit that it was opened from. */
  readonly jobID?: string | null;
  onClose(): void;
}

/** Refunds a payment, or one of its visits: all that is left unless another amount is entered. */
export function RefundSheet({ payment, jobID = null, onClose }: RefundSheetProps) {
  const { money, hours, date } = useFormat();
  const form = useRefund(payment, { jobID, onDone: onClose });
  const left = leftOf(payment, form.values.visit);
  const cents = centsOf(form.values.amount) ?? 0;
  const offered = useCall(readPaymentConfig).data?.refundsTo ?? [];
  const mayBecomeCredits = payment.type !== 'credit-package' && offered.includes('credits');
  return (
    <Sheet open onClose={onClose} title={t('Refund this payment')} closeLabel={t('Close')}>
      <p className="k-mb-12 k-muted">
        {t('{{fullname}} paid {{money}}. {{money2}} can still be refunded.', {
          fullname: payment.customer.fullname,
          money: money(payment.total),
          money2: money(refundableCents(payment)),
        })}
        {payment.method !== 'card' &&
          t(' Payment method: {{value}}. Give the money back yourself; this only records it.', {
            value: METHOD_NAMES[payment.method],
          })}
      </p>
      <form className="k-stack k-gap-14" noValidate onSubmit={form.submit}>
        {payment.allocations.length > 1 && (
          <SelectField
            label={t('Refund of')}
            hint={
              form.values.visit === WHOLE_PAYMENT
                ? t('The amount is split between the visits by what each has left.')
                : undefined
            }
            value={form.values.visit}
            onChange={({ target }) =>
              form.set({ visit: target.value, amount: dollarsOf(leftOf(payment, target.value)) })
            }
            options={whatToRefund(payment, { money, date })}
          />
        )}
        <TextField label={t('Amount')} before="S$" inputMode="decimal" {...form.text('amount')} />
        <p className={`k-row k-stretch k-gap-8 ${styles.portions}`}>
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
            label={t('Refund to')}
            value={form.values.to}
            onChange={(to) => form.set({ to })}
            options={targets(payment.method, hours(hoursForMoney(cents)))}
          />
        )}
        <TextArea
          label={t('Reason')}
          rows={2}
          maxLength={500}
          hint={t('Kept on record. The customer does not see it.')}
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Refunding')}>
          {t('Refund {{money}}', { money: money(cents) })}
        </Button>
      </form>
    </Sheet>
  );
}

/** Of what is left. */
const PORTIONS = [
  [t('Half'), 0.5],
  [t('All'), 1],
] as const;

/** In place of a visit's id. */
const WHOLE_PAYMENT = '';

/** Refundable cents of a visit's share, or of the whole payment. */
function leftOf(payment: TransactionReply, visit: string): number {
  const part = payment.allocations.find(({ jobID }) => jobID === visit);
  return part === undefined ? refundableCents(payment) : Math.max(0, part.cents - part.refunded);
}

/** The visits of which something is left, and the whole payment. */
function whatToRefund(
  payment: TransactionReply,
  { money, date }: Pick<ReturnType<typeof useFormat>, 'money' | 'date'>,
) {
  const visits = payment.allocations.filter(({ jobID }) => leftOf(payment, jobID) > 0);
  return [
    ...visits.map(({ jobID, startTime }) => ({
      value: jobID,
      label: t('Visit {{date}}, {{money}}', { date: date(startTime), money: money(leftOf(payment, jobID)) }),
    })),
    {
      value: WHOLE_PAYMENT,
      label: t('Whole payment, {{money}}', { money: money(refundableCents(payment)) }),
    },
  ];
}

/** The API calls the way that the money came `card`, whatever it was. */
function targets(method: TransactionReply['method'], hours: string) {
  const back =
    method === 'card'
      ? { label: t('The card'), note: t('Takes the bank up to ten days.') }
      : {
          label: t('{{value}}, by you', { value: METHOD_NAMES[method] }),
          note: t('This records it. Give the money back yourself.'),
        };
  return [
    { value: 'card', ...back },
    { value: 'credits', label: t('Credit hours'), note: t('{{hours}}, at once.', { hours }) },
  ] as const;
}

interface RefundOptions {
  readonly jobID: string | null;
  onDone(): void;
}

function useRefund(payment: TransactionReply, { jobID, onDone }: RefundOptions) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(refundTransaction, { refresh: TRANSACTIONS.refresh });
  const visit =
    jobID !== null && payment.allocations.length > 1 && leftOf(payment, jobID) > 0 ? jobID : WHOLE_PAYMENT;
  return useForm<{ visit: string; amount: string; to: RefundTarget; reason: string }>({
    initial: { visit, amount: dollarsOf(leftOf(payment, visit)), to: 'card', reason: '' },
    draft: 'refund',
    schema: z
      .object({
        visit: z.string(),
        amount: z.string().refine((typed) => (centsOf(typed) ?? 0) > 0, { error: AMOUNT_MESSAGE }),
        to: z.enum(['card', 'credits']),
        reason: z
          .string()
          .refine((typed) => typed.trim() !== '', { error: t('Give a reason for the refund.') }),
      })
      .superRefine((typed, { addIssue }) => {
        const left = leftOf(payment, typed.visit);
        if ((centsOf(typed.amount) ?? 0) > left)
          addIssue({
            code: 'custom',
            path: ['amount'],
            message: t('At most {{money}} can be refunded.', { money: money(left) }),
          });
      }),
    send: async ({ visit, amount, to, reason }) => {
      const cents = centsOf(amount) ?? 0;
      const jobID = visit === WHOLE_PAYMENT ? {} : { jobID: visit };
      await act.mutateAsync({
        params: { id: payment.id },
        body: { amount: cents, ...jobID, to, reason: reason.trim() },
      });
      toast.show({ text: t('{{money}} refunded.', { money: money(cents) }) });
      onDone();
    },
  });
}
