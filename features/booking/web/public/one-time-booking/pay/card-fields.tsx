import { lazy, Suspense } from 'react';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useBookingText } from '../text.ts';
import styles from './card.module.css';
import type { CardForm } from './pay-form.tsx';
import { groupDigits, writeExpiry } from './sandbox-card.ts';
import type { MakeToken } from './stripe-card.tsx';
import type { Pay } from './use-pay.ts';

const StripeCard = lazy(() => import('./stripe-card.tsx'));

interface Props {
  pay: Pay;
  form: CardForm;
  onReady: (make: MakeToken | null) => void;
}

/** The fields for a card: Stripe's where there is a key, our own for test cards in a sandbox. */
export function CardFieldsOf({ pay, form, onReady }: Props) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  if (pay.config.isError) {
    return (
      <ErrorState retryLabel={jobsText('tryAgain')} onRetry={pay.config.retry}>
        {t('pay.cardFailed')}
      </ErrorState>
    );
  }
  const waiting = <Skeleton words={t('pay.cardLoading')} lines={2} bare />;
  if (pay.key === undefined) return waiting;
  if (pay.key === null) return <TestCard form={form} />;
  return (
    <Suspense fallback={waiting}>
      <StripeCard publishableKey={pay.key} onReady={onReady} />
    </Suspense>
  );
}

/** A test card's number stays in this form's state: it is sent once, to the sandbox, and kept nowhere. */
function TestCard({ form }: { form: CardForm }) {
  const { t } = useBookingText();
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 4);
  return (
    <div className={styles.card}>
      <TextField
        label={t('pay.number')}
        code
        inputMode="numeric"
        autoComplete="cc-number"
        hint={t('pay.sandbox')}
        {...form.text('number')}
        onChange={(event) => form.set({ number: groupDigits(event.target.value) })}
      />
      <TextField
        label={t('pay.expiry')}
        code
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t('pay.expiryExample')}
        {...form.text('expiry')}
        onChange={(event) => form.set({ expiry: writeExpiry(event.target.value) })}
      />
      <TextField
        label={t('pay.cvc')}
        code
        inputMode="numeric"
        autoComplete="cc-csc"
        {...form.text('cvc')}
        onChange={(event) => form.set({ cvc: digits(event.target.value) })}
      />
    </div>
  );
}
