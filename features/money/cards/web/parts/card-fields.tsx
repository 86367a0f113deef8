import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense } from 'react';
import styles from '#features/money/payments/web/parts/card.module.css';
import { cardTexts } from '#features/money/payments/web/parts/texts.ts';
import { type CardForm, groupDigits, writeExpiry } from '#features/money/payments/web/parts/use-card-form.ts';
import type { CardPayment } from '#features/money/payments/web/parts/use-card-payment.ts';
import type { Choice } from '#platform/web/design/parts/choice.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';

const StripeCard = lazy(() => import('#features/money/payments/web/parts/stripe-card.tsx'));

interface Props {
  pay: Pick<CardPayment<never>, 'key' | 'config'>;
  form: CardForm;
}

/** The fields of a new card and the checkbox to store it. */
export function NewCard({ pay, form }: Props) {
  const { t } = useText(cardTexts);
  return (
    <>
      <CardFields pay={pay} form={form} />
      <Checkbox label={t('keepCard')} {...form.flag('keep')} />
    </>
  );
}

/** Stripe's card fields if there is a publishable key, otherwise our own for test cards in a sandbox. */
export function CardFields({ pay, form }: Props) {
  const { t } = useText(cardTexts);
  if (pay.config.isError) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={pay.config.retry}>
        {t('failed')}
      </ErrorState>
    );
  }
  const waiting = <Skeleton words={t('loading')} lines={2} bare />;
  if (pay.key === undefined) return waiting;
  if (pay.key === null) return <TestCard form={form} />;
  return (
    <Suspense fallback={waiting}>
      <StripeCard publishableKey={pay.key} onReady={form.onStripeReady} />
    </Suspense>
  );
}

/** A test card's number stays in this form's state; it is sent once, to the sandbox, and stored nowhere. */
function TestCard({ form }: { form: CardForm }) {
  const { t } = useText(cardTexts);
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 4);
  return (
    <div className={styles.card}>
      <TextField
        label={t('number')}
        code
        inputMode="numeric"
        autoComplete="cc-number"
        hint={t('sandbox')}
        {...form.text('number')}
        onChange={(event) => form.set({ number: groupDigits(event.target.value) })}
      />
      <TextField
        label={t('expiry')}
        code
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t('expiryExample')}
        {...form.text('expiry')}
        onChange={(event) => form.set({ expiry: writeExpiry(event.target.value) })}
      />
      <TextField
        label={t('cvc')}
        code
        inputMode="numeric"
        autoComplete="cc-csc"
        {...form.text('cvc')}
        onChange={(event) => form.set({ cvc: digits(event.target.value) })}
      />
    </div>
  );
}

/** The choices "stored card" and "new card"; empty if no card is stored. */
export function useCardChoices(): Choice<'stored' | 'new'>[] {
  const { t } = useText(cardTexts);
  const { creditCardLast4, creditCardExpiryMonth, creditCardExpiryYear } = useSession();
  if (creditCardLast4 === null) return [];
  const expiry = `${(creditCardExpiryMonth ?? '').padStart(2, '0')}/${(creditCardExpiryYear ?? '').slice(-2)}`;
  return [
    {
      value: 'stored',
      label: t('stored', { last4: creditCardLast4 }),
      note: t('expires', { date: expiry }),
      picture: <Icon of={IconCreditCard} />,
    },
    { value: 'new', label: t('another'), picture: <Icon of={IconPlus} /> },
  ];
}
