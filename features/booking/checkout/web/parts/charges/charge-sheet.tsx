import { z } from 'zod';
import { getCustomer } from '#features/people/customers/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { CHARGE_REASONS, chargeEffect, DISCOUNT } from '#features/work/jobs/rules/charges.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { centsOf } from '#features/work/jobs/web/parts/payment-sum.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { chargeForVisit } from '../../../contract.ts';

interface ChargeSheetProps {
  readonly job: Job;
  onClose(): void;
}

const REASONS = [...CHARGE_REASONS, DISCOUNT] as const;
const WAYS = ['card', 'link', 'paynow', 'cash', 'bank'] as const;
type Reason = (typeof REASONS)[number];
type Way = (typeof WAYS)[number];

/** Whether the office may charge extra for a visit, or take something off. */
export function isChargeable({ status, trash }: Pick<Job, 'status' | 'trash'>): boolean {
  return trash === 0 && status !== 'expired';
}

/** Charges extra for this visit, or takes something off, and says what happens to the money. */
export function ChargeSheet({ job, onClose }: ChargeSheetProps) {
  const { t: tCustomer } = useText(jobsTexts);
  const { money } = useFormat();
  const customer = useCall(getCustomer, { params: { id: job.customerID } });
  const { creditCardLast4: last4 = null, creditCardBrand: brand = null } = customer.data ?? {};
  const hasNoCard = customer.data !== undefined && last4 === null;
  const form = useCharge(job, { hasNoCard, onDone: onClose });
  const { reason, amount, how } = form.values;
  const cents = centsOf(amount) ?? 0;
  const isDiscount = reason === DISCOUNT;
  const effect = chargeEffect(visitOf(job), isDiscount ? -Math.max(cents, 1) : Math.max(cents, 50));
  const reasons = job.status === 'cancelled' ? CHARGE_REASONS : REASONS;
  return (
    <Sheet open onClose={onClose} title={t('Charge or discount')} closeLabel={t('Close')}>
      <form className="k-stack k-gap-14 k-mt-10" noValidate onSubmit={form.submit}>
        <SelectField
          label={t('Reason')}
          value={reason}
          onChange={({ target }) => form.set({ reason: target.value as Reason })}
          options={reasons.map((value) => ({ value, label: tCustomer(`charge.${value}`) }))}
        />
        <TextField label={t('Amount')} before="S$" inputMode="decimal" {...form.text('amount')} />
        <TextField
          label={t('Note')}
          aside={t('Optional')}
          maxLength={100}
          hint={t('The customer reads it with the price.')}
          {...form.text('note')}
        />
        {effect === 'owed' && (
          <RadioRows<Way>
            label={t('How to pay')}
            value={how}
            onChange={(way) => form.set({ how: way })}
            options={waysOf(hasNoCard, last4 === null ? null : cardName({ brand, last4 }))}
          />
        )}
        <p className="k-muted" aria-live="polite">
          <Consequence job={job} cents={isDiscount ? -cents : cents} />
        </p>
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {submitLabel({ isDiscount, effect, how: hasNoCard && how === 'card' ? 'link' : how }, money(cents))}
        </Button>
      </form>
    </Sheet>
  );
}

function submitLabel(
  { isDiscount, effect, how }: { isDiscount: boolean; effect: string; how: Way },
  amount: string,
): string {
  if (isDiscount)
    return effect === 'refund'
      ? t('Refund {{money}}', { money: amount })
      : t('Take off {{amount}}', { amount });
  if (effect !== 'owed') return t('Add {{amount}}', { amount });
  if (how === 'card') return t('Charge {{money}}', { money: amount });
  return how === 'link' ? t('Ask for {{amount}}', { amount }) : t('Record {{money}}', { money: amount });
}

function waysOf(hasNoCard: boolean, card: string | null) {
  const charged = t('Charged at once. If it is declined, it is tried again after 1, 3 and 7 days.');
  return [
    {
      value: 'card',
      label: card ?? t('Saved card'),
      note: hasNoCard ? t('No card saved.') : charged,
      disabled: hasNoCard,
    },
    { value: 'link', label: t('Payment link'), note: t('By SMS and e-mail.') },
    { value: 'paynow', label: t('PayNow'), note: t('You have received the money.') },
    { value: 'cash', label: t('Cash'), note: t('You have received the money.') },
    { value: 'bank', label: t('Bank transfer'), note: t('You have received the money.') },
  ] as const;
}

function visitOf({ status, trash, amountToPay = 0, price }: Job) {
  return { status, isTrashed: trash === 1, amountToPay, priced: price?.total ?? 0 };
}

/** What happens to the money, in a sentence. */
function Consequence({ job, cents }: { readonly job: Job; readonly cents: Cents }) {
  const { money } = useFormat();
  if (cents === 0) return t('Enter an amount to see what happens to the money.');
  const effect = chargeEffect(visitOf(job), cents);
  const amount = money(Math.abs(cents));
  const before = money(job.amountToPay ?? 0);
  if (effect === 'discount_too_much') return t('A discount takes off at most {{before}}.', { before });
  if (effect === 'refund')
    return t('{{amount}} goes back the way it was paid. Cash and PayNow are given back by you.', { amount });
  if (effect === 'price') {
    const words = { before, after: money((job.amountToPay ?? 0) + cents) };
    return job.charge
      ? t('The saved card pays {{after}} for this visit instead of {{before}}.', words)
      : t('This visit costs {{after}} instead of {{before}}.', words);
  }
  if (effect === 'owed') return t('{{amount}} for this visit, besides what is already paid.', { amount });
  return effect === 'charge_too_small'
    ? t('The smallest charge is S$0.50.')
    : t('Nothing can be charged for this visit.');
}

interface Options {
  readonly hasNoCard: boolean;
  onDone(): void;
}

function useCharge(job: Job, { hasNoCard, onDone }: Options) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(chargeForVisit, { refresh: JOB_READS });
  return useForm<{ reason: Reason; amount: string; note: string; how: Way }>({
    initial: { reason: 'extra-time', amount: '', note: '', how: 'card' },
    schema: z.object({
      reason: z.enum(REASONS),
      amount: z
        .string()
        .refine((typed) => (centsOf(typed) ?? 0) > 0, { error: t('Enter dollars and cents, like 120.00.') }),
      note: z.string(),
      how: z.enum(WAYS),
    }),
    send: async ({ reason, amount, note, how: chosen }) => {
      const how = hasNoCard && chosen === 'card' ? 'link' : chosen;
      const cents = centsOf(amount) ?? 0;
      const reply = await act.mutateAsync({
        params: { id: job.id },
        body: { reason, amount: cents, note: note.trim(), how, amountToPay: job.amountToPay },
      });
      const charge = reply.charges?.at(-1);
      const isDeclined = charge !== undefined && charge.endedAs === null && charge.declines > 0;
      toast.show({
        text: isDeclined
          ? t('The card was declined. {{money}} is owed, and the customer has a link to pay.', {
              money: money(cents),
            })
          : t('Saved.'),
      });
      onDone();
    },
  });
}
