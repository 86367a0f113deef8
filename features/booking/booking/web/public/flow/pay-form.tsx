import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconFileInvoice from '@tabler/icons-react/dist/esm/icons/IconFileInvoice.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  cancelJobPayment,
  commitJob,
  payByInvoice,
  payEachVisit,
} from '#features/booking/checkout/contract.ts';
import type { HoursOffer } from '#features/booking/checkout/rules/hours-offer.ts';
import { useHours } from '#features/booking/checkout/web/parts/reductions.tsx';
import { checkoutTexts } from '#features/booking/checkout/web/parts/texts.ts';
import type { ChargeTime } from '#features/catalogue/settings/rules/charge-times.ts';
import { updateCard } from '#features/money/cards/contract.ts';
import { NewCard, useCardChoices } from '#features/money/cards/web/parts/card-fields.tsx';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { useCardMessage } from '#features/money/payments/web/parts/card-problem.ts';
import { isPaymentOpen, OpenPayment } from '#features/money/payments/web/parts/open-payment.tsx';
import { cardTexts } from '#features/money/payments/web/parts/texts.ts';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { type CardPayment, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { forgetSubmissions, keyOf, useAct } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { type Choice, RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { getJob, listJobs, quoteJob } from './calls.ts';
import { alternativesOf, type OtherTime } from './slot-gone-notice.tsx';
import { type Service, stepPath } from './steps.ts';
import { forgetDraft } from './use-draft.ts';
import type { Flow } from './use-flow.ts';

export type Method = 'stored' | 'new' | 'hours' | 'invoice';

interface Props {
  readonly id: string;
  readonly job: Job;
  readonly flow: Flow;
  /** Cents. */
  readonly total: number;
  readonly pay: Pay;
  readonly method: Method;
  onMethod(method: Method): void;
  readonly offer: HoursOffer | null;
  /** The customer is billed by invoice. */
  readonly mayInvoice: boolean;
  /** The choice to pay for each visit later; null if there is none. */
  readonly each: EachVisit | null;
}

/** Whether the visits of a series are each paid at their time. */
export interface EachVisit {
  /** It goes on until the customer stops it; paid ahead, it ends. */
  readonly isEndless: boolean;
  readonly when: ChargeTime;
  /** Cents of one visit. */
  readonly amount: number;
  readonly visits: number;
  readonly chosen: boolean;
  choose(chosen: boolean): void;
}

/** The choice of payment method, and the bank's error beside it. */
export function PayForm(props: Props) {
  const { id, job, flow, total, pay, method, onMethod, offer, mayInvoice, each } = props;
  const { t } = useText(bookingTexts);
  const { t: cardText } = useText(cardTexts);
  const sentenceOf = usePayMessage();
  const hours = useHours(job);
  const forgetDates = useForgetDates(flow);
  const isFree = total < SMALLEST_CHARGE;
  const payWithHours = async () => {
    const { amountToPay, creditsLeft } = await hours.give();
    if (amountToPay === 0) return pay.finish(creditsLeft);
    // The rest is paid by card: hours are no longer offered.
    session.updateCredit({ creditsLeft });
  };
  const invoicing = useAct(payByInvoice, { refresh: [listJobs, getJob] });
  const payLater = async () => {
    await invoicing.mutateAsync({ params: { id: job.id }, body: {} });
    pay.finish(0);
  };
  const form = useCardForm({
    pay,
    method: isFree || method === 'hours' || method === 'invoice' ? 'none' : method,
    send: async (card) => {
      try {
        if (method === 'invoice' && !isFree) await payLater();
        else if (each?.chosen) await pay.send(async () => ({ ...(await card()), each: true }));
        else if (method === 'hours') await payWithHours();
        else await pay.send(async () => ({ ...(await card()), total }));
      } catch (error) {
        if (isLaterDateTaken(error)) forgetDates();
        throw error;
      }
    },
  });
  const outcome = useRef<HTMLDivElement>(null);
  const { problem } = form;
  // On a phone the button is far from here.
  useEffect(() => {
    if (problem !== null) outcome.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  const choices = useChoices(offer, {
    isWithDifference: job.price?.takesHours === 'with-difference',
    mayInvoice,
  });
  return (
    <form id={id} className={styles.fields} onSubmit={form.submit} noValidate>
      <div className={styles.outcome} ref={outcome}>
        <h2 id={`${id}-method`}>{cardText('method')}</h2>
        <div role="alert">
          {isPaymentOpen(problem) && <OpenPayment sentence={sentenceOf(problem)} cancel={pay.cancel} />}
          {problem && !isPaymentOpen(problem) && <Notice kind="bad">{sentenceOf(problem)}</Notice>}
        </div>
        {isLaterDateTaken(problem) && (
          <ButtonLink kind="quiet" href={stepPath(flow.service, 'dates')}>
            {t('dates.toDates')}
          </ButtonLink>
        )}
      </div>
      {each !== null && <WhenToPay {...each} total={total} />}
      {isFree && <p>{t('pay.freeText')}</p>}
      {!isFree && choices.length > 1 && (
        <RadioRows
          label={cardText('method')}
          labelledBy={`${id}-method`}
          options={choices}
          value={method}
          onChange={onMethod}
        />
      )}
      {!isFree && method === 'new' && <NewCard pay={pay} form={form} />}
    </form>
  );
}

function WhenToPay({
  when,
  amount,
  visits,
  isEndless,
  chosen,
  choose,
  total,
}: EachVisit & { readonly total: number }) {
  const { t } = useText(bookingTexts);
  const { money } = useFormat();
  return (
    <RadioRows
      label={t('pay.when.title')}
      options={[
        {
          value: 'each',
          label: t(`pay.when.${when}`),
          note: t('pay.when.eachNote', { amount: money(amount) }),
        },
        {
          value: 'ahead',
          label: t(isEndless ? 'pay.when.only' : 'pay.when.ahead', { count: visits }),
          note: money(total),
        },
      ]}
      value={chosen ? 'each' : 'ahead'}
      onChange={(value) => choose(value === 'each')}
    />
  );
}

function isLaterDateTaken(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'later_dates_taken';
}

/** Reloads the dates of a series; the next hold replaces this one even for the same choice. */
function useForgetDates({ draft, change }: Flow): () => void {
  const client = useQueryClient();
  return () => {
    if (draft.held !== null) change({ held: { ...draft.held, request: '' } });
    void client.invalidateQueries({ queryKey: keyOf(quoteJob) });
  };
}

/** The cards, and the hours if they can pay for something. */
function useChoices(
  offer: HoursOffer | null,
  { isWithDifference, mayInvoice }: { readonly isWithDifference: boolean; readonly mayInvoice: boolean },
): Choice<Method>[] {
  const { t } = useText(checkoutTexts);
  const { t: cardText } = useText(cardTexts);
  const { hours, money } = useFormat();
  const known = useCardChoices();
  const byInvoice: Choice<Method> = {
    value: 'invoice',
    label: t('invoice.choice'),
    note: t('invoice.note'),
    picture: <Icon of={IconFileInvoice} />,
  };
  const ownCards: Choice<Method>[] = known.length > 0 ? known : [{ value: 'new', label: cardText('card') }];
  const cards: Choice<Method>[] = mayInvoice ? [byInvoice, ...ownCards] : known;
  if (offer === null) return cards;
  const words = { hours: hours(offer.use), left: hours(offer.left), amount: money(offer.toPay) };
  const own: Choice<Method> = {
    value: 'hours',
    label: t('hours.choice'),
    note: [
      offer.toPay === 0 ? t('hours.covers', words) : t('hours.coversPart', words),
      isWithDifference && t('hours.difference'),
    ]
      .filter(Boolean)
      .join(' '),
    picture: <Icon of={IconClockHour4} />,
  };
  return cards.length > 0 ? [own, ...cards] : [own, { value: 'new', label: cardText('card') }];
}

/** The user-facing sentence for a failed payment. */
function usePayMessage(): (problem: Error) => string {
  const cardSentenceOf = useCardMessage();
  const sentenceOf = useJobSentence();
  return (problem) => cardSentenceOf(problem) ?? sentenceOf(problem);
}

type Commit = NonNullable<CallInput<typeof commitJob>['body']> & {
  /** Only saves the card: each visit is paid at its time. */
  readonly each?: true;
};

/** After this long, in ms, the customer may press again: the server still charges once. */
const LONGEST_WAIT_MS = 90_000;

/** The payment for a held booking. */
interface Pay extends Omit<CardPayment<Commit>, 'send'> {
  /** The bank has not confirmed yet: the button is disabled. */
  readonly isWaiting: boolean;
  /** The time is taken: free ones nearby. */
  readonly others: readonly OtherTime[] | null;
  /** Opens the success page. `credits`: change of the balance in hours. */
  readonly finish: (credits: number) => void;
  readonly send: (fresh: () => Promise<Commit>) => Promise<void>;
  /** Cancels the unconfirmed payment, so that another card can be used. */
  readonly cancel: () => Promise<void>;
}

export function usePay(jobID: string, service: Service): Pay {
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const [others, setOthers] = useState<readonly OtherTime[] | null>(null);
  const finish = useFinish(jobID, service);
  const act = useAct(commitJob, { refresh: [listJobs, getJob] });
  const payEach = usePayEach(jobID);
  const payment = useCardPayment({
    pay: ({ each, ...body }: Commit) =>
      each ? payEach(body) : act.mutateAsync({ params: { id: jobID }, body }),
    onPaid: ({ creditsLeft }) => finish(creditsLeft),
  });
  const cancelling = useAct(cancelJobPayment, { refresh: [listJobs, getJob] });
  const cancel = async () => {
    await cancelling.mutateAsync({ params: { id: jobID } });
    forgetSubmissions(commitJob);
    payment.forget();
    setWaiting(false);
  };
  const wait = () => {
    setWaiting(true);
    setTimeout(() => setWaiting(false), LONGEST_WAIT_MS);
  };
  const send = async (fresh: () => Promise<Commit>) => {
    setOthers(null);
    try {
      await payment.send(fresh);
    } catch (error) {
      setOthers(alternativesOf(error));
      // A declined card extends the hold, so the countdown is refreshed.
      void client.invalidateQueries({ queryKey: keyOf(getJob) });
      if (error instanceof ApiError && error.code === 'payment_in_progress') wait();
      throw error;
    }
  };
  return { ...payment, isWaiting, others, send, cancel, finish };
}

/** Saves the card, if it is a new one, and books the visits, each to be paid at its time. */
function usePayEach(jobID: string) {
  const save = useAct(updateCard);
  const act = useAct(payEachVisit, { refresh: [listJobs, getJob] });
  return async ({ stripeToken }: Commit) => {
    if (stripeToken) {
      const saved = await save.mutateAsync({ body: { stripeToken } });
      if ('requiresAction' in saved) return saved;
      session.updateCard(saved);
    }
    await act.mutateAsync({ params: { id: jobID }, body: {} });
    return { creditsLeft: 0 };
  };
}

/** Both the reply to the payment and polling may report success: the first one counts. */
function useFinish(jobID: string, { type, success }: Service): Pay['finish'] {
  const navigate = useNavigate();
  const isOver = useRef(false);
  return useCallback(
    (credits) => {
      if (isOver.current) return;
      isOver.current = true;
      session.updateCredit({ creditsLeft: credits });
      forgetDraft(type);
      void navigate(`${success}?id=${jobID}`, { replace: true });
    },
    [navigate, jobID, type, success],
  );
}
