import { useState } from 'react';
import { getCustomer } from '#features/people/customers/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { paidTogether, sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PromoCode } from '../promo-code.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PayByHand } from './pay-by-hand.tsx';
import { PayLater } from './pay-later.tsx';
import { PayWithHours } from './pay-with-hours.tsx';
import { PaymentLink } from './payment-link.tsx';
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
      <Lead job={job} visits={visits} />
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
function Lead({ job, visits }: { readonly job: Job; readonly visits: readonly Job[] }) {
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
