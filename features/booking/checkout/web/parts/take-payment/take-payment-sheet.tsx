import { useState } from 'react';
import { z } from 'zod';
import { readBilling } from '#features/booking/invoices/contract.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import type { ManualMethod } from '#features/money/payments/rules/transaction.ts';
import { getCustomer } from '#features/people/customers/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { BOOKINGS } from '#features/work/jobs/web/parts/booking-addresses.ts';
import { centsOf, dollarsOf, paidTogether, sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows, Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import {
  chargeAndConfirm,
  payByInvoice,
  payEachVisit,
  payLater,
  sendPaymentLink,
} from '../../../contract.ts';
import { PayNow } from '../paynow.tsx';
import { PromoCode } from '../reductions.tsx';
import { PayWithHours } from './pay-with-hours.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import type { ToPay } from './to-pay.ts';

interface TakePaymentSheetProps {
  readonly job: Job;
  onClose(): void;
  /** Called in place of `onClose` once it is paid, confirmed, or a link is sent. */
  onDone?(): void;
}

/** Takes the payment for an unpaid job, or all visits held together with it, by any method. */
export function TakePaymentSheet({ job, onClose, onDone = onClose }: TakePaymentSheetProps) {
  return (
    <Sheet open onClose={onClose} title={t('Take payment')} closeLabel={t('Close')}>
      {job.seriesID === null ? (
        <TakePayment visits={[job]} job={job} onDone={onDone} />
      ) : (
        <SeriesPayment job={job} seriesID={job.seriesID} onDone={onDone} />
      )}
    </Sheet>
  );
}

interface PaymentProps {
  readonly job: Job;
  onDone(): void;
}

function SeriesPayment({ job, seriesID, onDone }: PaymentProps & { readonly seriesID: string }) {
  const series = useCall(listJobs, {
    query: { seriesID, status: '*', size: MAX_VISITS, sortby: 'startTime', order: 'asc' },
  });
  if (series.isError) {
    return (
      <ErrorState
        retryLabel={t('Try again')}
        onRetry={() => series.refetch()}
        retrying={series.isFetching && t('Trying')}
      >
        {t('The visits of this series could not be loaded. {{message}}', { message: series.error.message })}
      </ErrorState>
    );
  }
  if (series.data === undefined) return <Skeleton words={t('Adding up the visits')} lines={4} />;
  return <TakePayment visits={paidTogether(job, series.data.items)} job={job} onDone={onDone} />;
}

type Way = 'invoice' | 'card' | 'each' | 'hand' | 'hours' | 'later' | 'link';

const WAYS = [
  { value: 'invoice', label: t('By invoice'), note: t('Billed once it is done.') },
  { value: 'card', label: t('Saved card'), note: t('No card saved.') },
  { value: 'each', label: t('Saved card, visit by visit'), note: t('Nothing now.') },
  { value: 'hand', label: t('PayNow, cash or bank transfer'), note: t('You have received the money.') },
  { value: 'hours', label: t('Credit hours'), note: t('Anything they do not cover is paid another way.') },
  { value: 'later', label: t('Pay later'), note: t('Confirmed now, paid by a due date.') },
  { value: 'link', label: t('Payment link'), note: t('By SMS and e-mail.') },
] as const;

const FORMS = {
  invoice: PayByInvoice,
  card: PayByCard,
  each: PayEach,
  hand: PayByHand,
  hours: PayWithHours,
  later: PayLater,
  link: PaymentLink,
};

function TakePayment({ visits, job, onDone }: PaymentProps & { readonly visits: readonly Job[] }) {
  const [chosen, choose] = useState<Way | null>(null);
  const customer = useCall(getCustomer, { params: { id: job.customerID } });
  const { creditCardLast4: last4 = null, creditCardBrand: brand = null } = customer.data ?? {};
  const billing = useCall(readBilling, { params: { id: job.customerID } });
  const mayInvoice = billing.data?.isAllowed === true && job.status !== 'confirmed';
  const isLoading = customer.isPending || billing.isPending;
  const usual = isLoading ? null : usualWay(job, { last4, mayInvoice });
  const way = chosen ?? usual;
  // No link for an expired booking: its hold is renewed only by a payment or a confirmation.
  const maySplit = visits.length > 1 && job.status !== 'confirmed' && last4 !== null;
  const ways = WAYS.filter(
    ({ value }) =>
      (job.status !== 'expired' || (value !== 'link' && value !== 'hours')) &&
      (value !== 'each' || maySplit) &&
      (value !== 'invoice' || mayInvoice),
  ).map((option) => {
    if (option.value !== 'card') return option;
    // The number is not known if the customer could not be loaded: then the server decides.
    if (customer.data === undefined) return { ...option, note: t('Charged at once.') };
    return last4 === null
      ? { ...option, disabled: true }
      : { ...option, note: t('{{cardName}}, charged at once.', { cardName: cardName({ brand, last4 }) }) };
  });
  const total = sumToPay(visits);
  return (
    <>
      <AmountDue job={job} visits={visits} />
      {job.status !== 'expired' && <PromoCode job={reducedVisit(visits) ?? job} />}
      <RadioRows<Way> label={t('How to pay')} value={way} onChange={choose} options={ways} />
      {way === null ? (
        <Skeleton words={t('Looking up the saved card')} lines={3} bare />
      ) : (
        <PaymentForm way={way} toPay={{ job, visits, total, onDone }} />
      )}
    </>
  );
}

interface Usual {
  readonly last4: string | null;
  readonly mayInvoice: boolean;
}

/** On the invoice of those who get one; otherwise the saved card, or a payment link for a customer without one. */
function usualWay({ status }: Job, { last4, mayInvoice }: Usual): Way {
  if (mayInvoice) return 'invoice';
  if (last4 !== null) return 'card';
  return status === 'expired' ? 'hand' : 'link';
}

function PaymentForm({ way, toPay }: { readonly way: Way; readonly toPay: ToPay }) {
  const Form = FORMS[way];
  return <Form key={`${way} ${toPay.total}`} {...toPay} />;
}

/** The visit of a series that has the promo code. */
function reducedVisit(visits: readonly Job[]): Job | undefined {
  return visits.find(({ price }) => price?.lines.some(({ code }) => code === 'promo'));
}

/** Amount, visits and the deadline of the hold. */
function AmountDue({ job, visits }: { readonly job: Job; readonly visits: readonly Job[] }) {
  const { money, date, time } = useFormat();
  const sum = money(sumToPay(visits));
  const first = visits[0] ?? job;
  const many = t('{{count}} visits from {{date}}', { count: visits.length, date: date(first.startTime) });
  return (
    <p className={styles.lead}>
      {visits.length === 1
        ? t('{{fullname}} owes {{sum}}.', { fullname: job.customer.fullname, sum })
        : t('{{fullname}} owes {{sum}} for {{many}}.', { fullname: job.customer.fullname, sum, many })}
      {job.holdExpiresAt &&
        t(' Held until {{date}}, {{time}}.', {
          date: date(job.holdExpiresAt),
          time: time(job.holdExpiresAt),
        })}
      {job.dueOn && t(' Due on {{date}}.', { date: date(job.dueOn) })}
      {job.status === 'expired' &&
        t(' The hold has ended. Payment books the time again if it is still free.')}
    </p>
  );
}

/** Two weeks, a usual payment term. */
const USUAL_DAYS = 14;

/** Confirms the unpaid booking: it is listed as owed until paid. */
function PayLater({ job, visits, total, onDone }: ToPay) {
  const { money, date } = useFormat();
  const toast = useToast();
  const act = useAct(payLater, { refresh: JOB_READS });
  const isConfirmed = job.status === 'confirmed';
  const form = useForm<{ dueOn: string }>({
    initial: { dueOn: job.dueOn ?? addDays(today(), USUAL_DAYS) },
    schema: z.object({
      dueOn: z.iso
        .date({ error: t('Enter a day, like 05/12/2026.') })
        .refine((day) => day >= today(), { error: t('Choose today or a later day.') }),
    }),
    send: async ({ dueOn }) => {
      await act.mutateAsync({ params: { id: job.id }, body: { dueOn } });
      const what =
        visits.length === 1 ? t('The visit is') : t('{{count}} visits are', { count: visits.length });
      const news = isConfirmed ? '' : t('{{what}} confirmed. ', { what });
      toast.show({
        text: t('{{news}}{{money}} is due on {{date}}.', { news, money: money(total), date: date(dueOn) }),
      });
      onDone();
    },
  });
  return (
    <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
      <DayField label={t('Due on')} min={today()} {...form.choice('dueOn')} />
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && t('Saving')}>
        {isConfirmed ? t('Change due date') : t('Confirm, pay later')}
      </Button>
    </form>
  );
}

/** Confirms the series: the saved card is charged for each visit at its time. */
function PayEach({ job, visits, onDone }: ToPay) {
  const toast = useToast();
  const act = useAct(payEachVisit, { refresh: JOB_READS });
  const press = () =>
    act.mutate(
      { params: { id: job.id }, body: {} },
      {
        onSuccess: () => {
          toast.show({
            text: t('{{count}} visits confirmed. The saved card pays for each of them.', {
              count: visits.length,
            }),
          });
          onDone();
        },
      },
    );
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <p>
        {t('Ask the customer whether you may charge the card for each visit and for late cancellations.')}
      </p>
      <PaymentProblem problem={act.error} job={job} />
      <Button full busy={act.isPending && t('Confirming')} onClick={press}>
        {t('Confirm, charge visit by visit')}
      </Button>
    </div>
  );
}

/** Confirms the booking of a customer who is billed by invoice. */
function PayByInvoice({ job, visits, onDone }: ToPay) {
  const toast = useToast();
  const act = useAct(payByInvoice, { refresh: [...JOB_READS, readBilling] });
  const press = () =>
    act.mutate(
      { params: { id: job.id }, body: {} },
      {
        onSuccess: () => {
          toast.show({
            text:
              visits.length === 1
                ? t('The visit is confirmed. It goes on an invoice once it is done.')
                : t('{{count}} visits confirmed. They go on an invoice once they are done.', {
                    count: visits.length,
                  }),
          });
          onDone();
        },
      },
    );
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <PaymentProblem problem={act.error} job={job} />
      <Button full busy={act.isPending && t('Confirming')} onClick={press}>
        {t('Confirm, bill by invoice')}
      </Button>
    </div>
  );
}

/** Sends the customer a link to pay for the booking, or copies it for the office to send. */
function PaymentLink({ job, visits, onDone }: ToPay) {
  const toast = useToast();
  const send = useAct(sendPaymentLink, { refresh: JOB_READS });
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${BOOKINGS}/${(visits[0] ?? job).id}`;
  const press = () =>
    send.mutate(
      { params: { id: job.id }, body: {} },
      {
        onSuccess: () => {
          toast.show({
            text: t('The link is on its way to {{fullname}}, by SMS and e-mail.', {
              fullname: job.customer.fullname,
            }),
          });
          onDone();
        },
      },
    );
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <TextField
        label={t('Link')}
        readOnly
        value={address}
        hint={t('The customer signs in with an SMS code and pays there. A new card works too.')}
        onFocus={(event) => event.target.select()}
      />
      <SubmitProblem problem={send.error} />
      <Button full busy={send.isPending && t('Sending')} onClick={press}>
        {t('Send by SMS and e-mail')}
      </Button>
      <Button full kind="quiet" onClick={() => void copy()}>
        {isCopied ? t('Copied') : t('Copy the link')}
      </Button>
    </div>
  );
}

type Method = Exclude<ManualMethod, 'adjustment'>;

const METHODS = [
  { value: 'paynow', label: t('PayNow') },
  { value: 'cash', label: t('Cash') },
  { value: 'bank', label: t('Bank transfer') },
] as const;

/** Records a payment by another method than card for the visits. */
function PayByHand({ job, visits, total, onDone }: ToPay) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(createTransaction, { refresh: JOB_READS });
  const form = useForm<{ method: Method; details: string }>({
    initial: { method: 'paynow', details: '' },
    schema: z.object({ method: z.enum(['paynow', 'cash', 'bank']), details: z.string() }),
    send: async ({ method, details }) => {
      const paid = { customerID: job.customerID, jobID: job.id, total, method, details: details.trim() };
      await act.mutateAsync({ body: paid });
      const what =
        visits.length === 1 ? t('The visit is') : t('{{count}} visits are', { count: visits.length });
      toast.show({ text: t('Recorded {{money}}. {{what}} paid.', { money: money(total), what }) });
      onDone();
    },
  });
  return (
    <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
      <Segments<Method>
        label={t('Paid by')}
        value={form.values.method}
        onChange={(method) => form.set({ method })}
        options={METHODS}
      />
      {form.values.method === 'paynow' && <PayNow job={job} />}
      <TextField
        label={t('Note')}
        aside={t('Optional')}
        maxLength={500}
        hint={t('A reference number, for example.')}
        {...form.text('details')}
      />
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && t('Recording')}>
        {t('Record {{money}}', { money: money(total) })}
      </Button>
    </form>
  );
}

/**
 * Charges the customer's stored card, or waives the amount; a single visit can have a different amount, with
 * a reason.
 */
function PayByCard(toPay: ToPay) {
  const { money } = useFormat();
  const form = useTakePayment(toPay);
  const { job, visits, total } = toPay;
  const cents = centsOf(form.values.amountToPay);
  const isSeries = visits.length > 1;
  return (
    <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
      {!isSeries && (
        <TextField
          label={t('Amount')}
          before="S$"
          inputMode="decimal"
          hint={t('Enter 0 to waive the charge.')}
          {...form.text('amountToPay')}
        />
      )}
      {!isSeries && cents !== null && cents !== total && (
        <TextField
          label={t('Reason for the change')}
          maxLength={300}
          hint={t('Kept on record with the change.')}
          {...form.text('reason')}
        />
      )}
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && t('Charging')}>
        {cents === 0 ? t('Confirm without charge') : t('Charge {{money}}', { money: money(cents ?? 0) })}
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
        .refine((typed) => centsOf(typed) !== null, { error: t('Enter dollars and cents, like 120.00.') }),
      reason: z.string(),
    })
    .refine(({ amountToPay, reason }) => centsOf(amountToPay) === total || reason.trim() !== '', {
      path: ['reason'],
      error: t('Give a reason for changing the amount.'),
    });
}

function useTakePayment({ job, visits, total, onDone }: ToPay) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(chargeAndConfirm, { refresh: JOB_READS });
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
      const charged =
        amountToPay === 0 ? t('Nothing charged') : t('Charged {{money}}', { money: money(amountToPay) });
      const confirmed =
        visits.length === 1 ? t('The visit is') : t('{{count}} visits are', { count: visits.length });
      toast.show({ text: t('{{charged}}. {{confirmed}} confirmed.', { charged, confirmed }) });
      onDone();
    },
  });
}
