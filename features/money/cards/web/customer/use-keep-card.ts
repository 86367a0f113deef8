import { CardProblem, ChallengeFailed } from '#features/money/payments/web/parts/card-problem.ts';
import { useCardText } from '#features/money/payments/web/parts/card-text.ts';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { type CardBody, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { updateCard } from '../../contract.ts';
import { useCardsText } from '../parts/text.ts';

/**
 * Stores the card in the form in place of the current one, including the bank's challenge if there is one.
 */
export function useKeepCard(onKept: () => void) {
  const act = useAct(updateCard);
  const pay = useCardPayment({
    pay: ({ stripeToken = '' }: CardBody) => act.mutateAsync({ body: { stripeToken } }),
    onPaid: (card) => {
      session.updateCard(card);
      onKept();
    },
  });
  const form = useCardForm({ pay, method: 'new', send: pay.send });
  return { pay, form };
}

/** The user-facing sentence for a failure to store a card. */
export function useKeepSentence(): (problem: Error) => string {
  const { t, language } = useCardsText();
  const { t: cardText } = useCardText();
  return (problem) => {
    if (problem instanceof ChallengeFailed) return t('notConfirmed');
    if (problem instanceof CardProblem) return problem.message;
    if (!(problem instanceof ApiError)) return t('unexpected');
    if (problem.status === 0 || problem.status >= 500) return t('lost');
    if (problem.code === 'payment_in_progress') return t('waiting');
    if (language === 'en') return problem.errors[0]?.message ?? problem.detail;
    if (problem.code === 'card_declined') return t('declined');
    if (problem.code === 'card_expired') return cardText('expiredCard');
    if (problem.code === 'not_a_test_card') return cardText('testCard');
    return t(problem.code === 'throttled' ? 'throttled' : 'unexpected');
  };
}
