import { useState } from 'react';
import { z } from 'zod';
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
import { DayField } from '#platform/web/office/day-field.tsx';
import { chargeAndConfirm, payLater, sendPaymentLink } from '../../../contract.ts';
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
    <Sheet open onClose={onClose} title="Take payment" closeLabel="Close">
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
        retryLabel="Try again"
        onRetry={() => series.refetch()}
        retrying={series.isFetching && 'Trying'}
      >
        The visits of this series could not be loaded. {series.error.message}
      </ErrorState>
    );
  }
  if (series.data === undefined) return <Skeleton words="Adding up the visits" lines={4} />;
  return <TakePayment visits={paidTogether(job, series.data.items)} job={job} onDone={onDone} />;
}

type Way = 'card' | 'hand' | 'hours' | 'later' | 'link';

const WAYS = [
  { value: 'card', label: 'Saved card', note: 'No card saved.' },
  { value: 'hand', label: 'PayNow, cash or bank transfer', note: 'You have received the money.' },
  { value: 'hours', label: 'Credit hours', note: 'Anything they do not cover is paid another way.' },
  { value: 'later', label: 'Pay later', note: 'Confirmed now, paid by a due date.' },
  { value: 'link', label: 'Payment link', note: 'By SMS and e-mail.' },
] as const;

const FORMS = { card: PayByCard, hand: PayByHand, hours: PayWithHours, later: PayLater, link: PaymentLink };

function TakePayment({ visits, job, onDone }: PaymentProps & { readonly visits: readonly Job[] }) {
  const [chosen, choose] = useState<Way | null>(null);
  const customer = useCall(getCustomer, { params: { id: job.customerID } });
  const { creditCardLast4: last4 = null, creditCardBrand: brand = null } = customer.data ?? {};
  const usual = customer.isPending ? null : usualWay(job, last4);
  const way = chosen ?? usual;
  // No link for an expired booking: its hold is renewed only by a payment or a confirmation.
  const ways = WAYS.filter(
    ({ value }) => job.status !== 'expired' || (value !== 'link' && value !== 'hours'),
  ).map((option) => {
    if (option.value !== 'card') return option;
    // The number is not known if the customer could not be loaded: then the server decides.
    if (customer.data === undefined) return { ...option, note: 'Charged at once.' };
    return last4 === null
      ? { ...option, disabled: true }
      : { ...option, note: `${cardName({ brand, last4 })}, charged at once.` };
  });
  const total = sumToPay(visits);
  return (
    <>
      <AmountDue job={job} visits={visits} />
      {job.status !== 'expired' && <PromoCode job={reducedVisit(visits) ?? job} />}
      <RadioRows<Way> label="How to pay" value={way} onChange={choose} options={ways} />
      {way === null ? (
        <Skeleton words="Looking up the saved card" lines={3} bare />
      ) : (
        <PaymentForm way={way} toPay={{ job, visits, total, onDone }} />
      )}
    </>
  );
}

/** The saved card, or a payment link for a customer without one. */
function usualWay({ status }: Job, last4: string | null): Way {
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
  const many = `${visits.length} visits from ${date(first.startTime)}`;
  return (
    <p className={styles.lead}>
      {visits.length === 1
        ? `${job.customer.fullname} owes ${sum}.`
        : `${job.customer.fullname} owes ${sum} for ${many}.`}
      {job.holdExpiresAt && ` Held until ${date(job.holdExpiresAt)}, ${time(job.holdExpiresAt)}.`}
      {job.dueOn && ` Due on ${date(job.dueOn)}.`}
      {job.status === 'expired' && ' The hold has ended. Payment books the time again if it is still free.'}
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
    <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
      <DayField label="Due on" min={today()} {...form.choice('dueOn')} />
      <PaymentProblem problem={form.problem} job={job} />
      <Button type="submit" full busy={form.sending && 'Saving'}>
        {isConfirmed ? 'Change due date' : 'Confirm, pay later'}
      </Button>
    </form>
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
          toast.show({ text: `The link is on its way to ${job.customer.fullname}, by SMS and e-mail.` });
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
        label="Link"
        readOnly
        value={address}
        hint="The customer signs in with an SMS code and pays there. A new card works too."
        onFocus={(event) => event.target.select()}
      />
      <SubmitProblem problem={send.error} />
      <Button full busy={send.isPending && 'Sending'} onClick={press}>
        Send by SMS and e-mail
      </Button>
      <Button full kind="quiet" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy the link'}
      </Button>
    </div>
  );
}

type Method = Exclude<ManualMethod, 'adjustment'>;

const METHODS = [
  { value: 'paynow', label: 'PayNow' },
  { value: 'cash', label: 'Cash' },
  { value: 'bank', label: 'Bank transfer' },
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
      const what = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      toast.show({ text: `Recorded ${money(total)}. ${what} paid.` });
      onDone();
    },
  });
  return (
    <form className={`k-stack k-gap-12 k-mt-10 ${styles.form}`} noValidate onSubmit={form.submit}>
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
      const charged = amountToPay === 0 ? 'Nothing charged' : `Charged ${money(amountToPay)}`;
      const confirmed = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      toast.show({ text: `${charged}. ${confirmed} confirmed.` });
      onDone();
    },
  });
}
