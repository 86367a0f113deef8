import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { HoursOffer } from '#features/booking/checkout/rules/hours-offer.ts';
import { useHours } from '#features/booking/checkout/web/parts/credit-hours.tsx';
import { useCheckoutText } from '#features/booking/checkout/web/parts/text.ts';
import { NewCard } from '#features/money/cards/web/parts/card-fields.tsx';
import { useCardChoices } from '#features/money/cards/web/parts/stored-card.tsx';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { useCardText } from '#features/money/payments/web/parts/card-text.ts';
import { isPaymentOpen, OpenPayment } from '#features/money/payments/web/parts/open-payment.tsx';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { useCardSentence } from '#features/money/payments/web/parts/use-card-sentence.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { type Choice, RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { session } from '#platform/web/session/session.ts';
import styles from '../booking.module.css';
import { quoteJob } from '../calls.ts';
import { stepPath } from '../steps.ts';
import { useBookingText } from '../text.ts';
import type { Flow } from '../use-flow.ts';
import type { Pay } from './use-pay.ts';

export type Method = 'stored' | 'new' | 'hours';

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
}

/** The choice of payment method, and the bank's error beside it. */
export function PayForm(props: Props) {
  const { id, job, flow, total, pay, method, onMethod, offer } = props;
  const { t } = useBookingText();
  const { t: cardText } = useCardText();
  const sentenceOf = usePaySentence();
  const hours = useHours(job);
  const forgetDates = useForgetDates(flow);
  const isFree = total < SMALLEST_CHARGE;
  const payWithHours = async () => {
    const { amountToPay, creditsLeft } = await hours.give();
    if (amountToPay === 0) return pay.finish(creditsLeft);
    // The rest is paid by card: hours are no longer offered.
    session.updateCredit({ creditsLeft });
  };
  const form = useCardForm({
    pay,
    method: isFree || method === 'hours' ? 'none' : method,
    send: async (card) => {
      try {
        if (method === 'hours') await payWithHours();
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
  const choices = useChoices(offer, job.price?.takesHours === 'with-difference');
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
function useChoices(offer: HoursOffer | null, isWithDifference: boolean): Choice<Method>[] {
  const { t } = useCheckoutText();
  const { t: cardText } = useCardText();
  const { hours, money } = useFormat();
  const cards = useCardChoices();
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
function usePaySentence(): (problem: Error) => string {
  const cardSentenceOf = useCardSentence();
  const sentenceOf = useJobSentence();
  return (problem) => cardSentenceOf(problem) ?? sentenceOf(problem);
}
