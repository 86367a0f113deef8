import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useEffect, useRef, useState } from 'react';
import { BankQuestion } from '#features/money/payments/web/parts/bank-question.tsx';
import { CardProblem, ChallengeFailed } from '#features/money/payments/web/parts/card-problem.ts';
import { cardTexts } from '#features/money/payments/web/parts/texts.ts';
import { useCardForm } from '#features/money/payments/web/parts/use-card-form.ts';
import { type CardBody, useCardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { BackLink, Notice, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { session, useSession } from '#platform/web/session/session.ts';
import { updateCard } from '../../contract.ts';
import { type CardExpiry, cardExpiry } from '../../rules/expiry.ts';
import { CardFields } from '../parts/card-fields.tsx';
import { cardsTexts } from '../texts.ts';
import styles from './card-page.module.css';

interface StoredCard {
  readonly last4: string;
  readonly month: string;
  readonly year: string;
}

/** Shows the card that is charged for bookings and hours, its expiry, and a form to replace it. */
export function Component() {
  const { t } = useText(cardsTexts);
  const [isOpen, setOpen] = useState(false);
  const [isKept, setKept] = useState(false);
  const kept = useRef<HTMLDivElement>(null);
  const card = useStoredCard();
  useEffect(() => {
    if (isKept) kept.current?.focus();
  }, [isKept]);
  const open = () => {
    setOpen(true);
    setKept(false);
  };
  const onSaved = () => {
    setOpen(false);
    setKept(true);
  };
  return (
    <div className="k-page">
      <div>
        <BackLink href="/dashboard/account">{t('back')}</BackLink>
        <PageTitle>{t('title')}</PageTitle>
      </div>
      <div className="k-stack k-gap-18 k-narrow">
        {isKept && card !== null && (
          <div ref={kept} tabIndex={-1} className={styles.kept}>
            <Notice kind="good" live>
              {t('saved', { last4: card.last4 })}
            </Notice>
          </div>
        )}
        {card !== null && <StoredCardPanel card={card} />}
        {card === null && !isOpen && <NoCard onAdd={open} />}
        {isOpen && <CardForm onSaved={onSaved} onBack={card === null ? null : () => setOpen(false)} />}
        {card !== null && !isOpen && (
          <Button full kind={isKept ? 'quiet' : 'primary'} onClick={open}>
            {t('replace')}
          </Button>
        )}
      </div>
    </div>
  );
}

function useStoredCard(): StoredCard | null {
  const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = useSession();
  if (creditCardLast4 === null) return null;
  return { last4: creditCardLast4, month: creditCardExpiryMonth ?? '', year: creditCardExpiryYear ?? '' };
}

const SERIOUS: readonly CardExpiry[] = ['this-month', 'expired'];

function StoredCardPanel({ card }: { readonly card: StoredCard }) {
  const { t } = useText(cardsTexts);
  const { t: cardText } = useText(cardTexts);
  const isDated = card.month !== '' && card.year !== '';
  const expiry = isDated
    ? cardExpiry({ month: Number(card.month), year: Number(card.year) }, today())
    : 'fine';
  return (
    <>
      <section
        className={`k-row k-gap-16 k-panel ${styles.card}`}
        data-expiry={expiry}
        aria-label={t('title')}
      >
        <Icon of={IconCreditCard} />
        <div className={`k-stack k-gap-2 ${styles.words}`}>
          <b>{cardText('stored', { last4: card.last4 })}</b>
          {isDated && (
            <span className="k-muted">
              {cardText('expires', { date: `${card.month.padStart(2, '0')}/${card.year.slice(-2)}` })}
            </span>
          )}
        </div>
      </section>
      {expiry !== 'fine' && (
        <Notice kind={SERIOUS.includes(expiry) ? 'bad' : 'sun'}>{t(`expiry.${expiry}`)}</Notice>
      )}
      <p className="k-muted">{t('use')}</p>
    </>
  );
}

function NoCard({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useText(cardsTexts);
  return (
    <EmptyState
      level={2}
      title={t('noneTitle')}
      spot="done"
      action={
        <Button full size="small" onClick={onAdd}>
          {t('add')}
        </Button>
      }
    >
      {t('noneText')}
    </EmptyState>
  );
}

interface Props {
  readonly onSaved: () => void;
  /** Closes the form; null if there is no stored card to go back to. */
  readonly onBack: (() => void) | null;
}

/** The fields of a new card, the bank's error and the submit button. */
export function CardForm({ onSaved, onBack }: Props) {
  const { t } = useText(cardsTexts);
  const { pay, form } = useSaveCard(onSaved);
  const sentenceOf = useSaveCardMessage();
  const { problem } = form;
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) outcome.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return (
    <form className={`k-stack k-gap-18 k-narrow ${styles.form}`} onSubmit={form.submit} noValidate>
      <SectionTitle>{t('newCard')}</SectionTitle>
      <div role="alert" ref={outcome}>
        {problem !== null && <Notice kind="bad">{sentenceOf(problem)}</Notice>}
      </div>
      <CardFields pay={pay} form={form} />
      <Button full type="submit" busy={(pay.isBusy || form.sending) && t('saving')}>
        {t('save')}
      </Button>
      <p className="k-muted k-small">{t(pay.key === null ? 'noteSandbox' : 'note')}</p>
      {onBack !== null && (
        <p>
          <TextButton onClick={onBack}>{t('keep')}</TextButton>
        </p>
      )}
      <BankQuestion secret={pay.challenge} total={null} onAnswered={pay.afterBank} />
    </form>
  );
}

/**
 * Stores the card in the form in place of the current one, including the bank's challenge if there is one.
 */
function useSaveCard(onSaved: () => void) {
  const act = useAct(updateCard);
  const pay = useCardPayment({
    pay: ({ stripeToken = '' }: CardBody) => act.mutateAsync({ body: { stripeToken } }),
    onPaid: (card) => {
      session.updateCard(card);
      onSaved();
    },
  });
  const form = useCardForm({ pay, method: 'new', send: pay.send });
  return { pay, form };
}

/** The user-facing sentence for a failure to store a card. */
function useSaveCardMessage(): (problem: Error) => string {
  const { t, language } = useText(cardsTexts);
  const { t: cardText } = useText(cardTexts);
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
