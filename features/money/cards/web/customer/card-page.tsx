import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useEffect, useRef, useState } from 'react';
import { useCardText } from '#features/money/payments/web/parts/card-text.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { type CardExpiry, cardExpiry } from '../../rules/expiry.ts';
import { useCardsText } from '../parts/text.ts';
import { CardForm } from './card-form.tsx';
import styles from './card-page.module.css';

interface StoredCard {
  readonly last4: string;
  readonly month: string;
  readonly year: string;
}

/** Shows the card that is charged for bookings and hours, its expiry, and a form to replace it. */
export function Component() {
  const { t } = useCardsText();
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
  const onKept = () => {
    setOpen(false);
    setKept(true);
  };
  return (
    <div className={styles.page}>
      <div>
        <BackLink href="/dashboard/account">{t('back')}</BackLink>
        <PageTitle>{t('title')}</PageTitle>
      </div>
      <div className={styles.column}>
        {isKept && card !== null && (
          <div ref={kept} tabIndex={-1} className={styles.kept}>
            <Notice kind="good" live>
              {t('saved', { last4: card.last4 })}
            </Notice>
          </div>
        )}
        {card !== null && <Stored card={card} />}
        {card === null && !isOpen && <NoCard onAdd={open} />}
        {isOpen && <CardForm onKept={onKept} onBack={card === null ? null : () => setOpen(false)} />}
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

function Stored({ card }: { readonly card: StoredCard }) {
  const { t } = useCardsText();
  const { t: cardText } = useCardText();
  const isDated = card.month !== '' && card.year !== '';
  const expiry = isDated
    ? cardExpiry({ month: Number(card.month), year: Number(card.year) }, today())
    : 'fine';
  return (
    <>
      <section className={styles.card} data-expiry={expiry} aria-label={t('title')}>
        <Icon of={IconCreditCard} />
        <div className={styles.words}>
          <b>{cardText('stored', { last4: card.last4 })}</b>
          {isDated && (
            <span>
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
  const { t } = useCardsText();
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
