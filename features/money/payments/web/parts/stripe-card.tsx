import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useState } from 'react';
import { Field } from '#platform/web/design/parts/field.tsx';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import styles from './card.module.css';
import { CardProblem } from './card-problem.ts';
import { stripeFor } from './stripe.ts';
import { cardTexts } from './texts.ts';

/** Creates the single-use token of the card in the fields. */
export type MakeToken = () => Promise<string>;

interface Props {
  publishableKey: string;
  onReady: (make: MakeToken | null) => void;
}

/** Stripe's card fields: the number never touches this page. */
export default function StripeCard({ publishableKey, onReady }: Props) {
  const language = useLanguage();
  const [stripe] = useState(() => stripeFor(publishableKey));
  return (
    <Elements stripe={stripe} options={{ locale: language }}>
      <Fields onReady={onReady} />
    </Elements>
  );
}

/** Stripe renders its fields in an iframe, so they need our colours explicitly. */
function look() {
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return {
    base: { fontSize: '17px', color: colour('--k-ink'), '::placeholder': { color: colour('--k-ink-2') } },
    invalid: { color: colour('--k-bad') },
  };
}

function Fields({ onReady }: Pick<Props, 'onReady'>) {
  const { t } = useText(cardTexts);
  const stripe = useStripe();
  const elements = useElements();
  const [error, setError] = useState<string | undefined>();
  useEffect(() => {
    onReady(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) throw new CardProblem(t('failed'));
      const made = await stripe.createToken(card);
      if (made.token) return made.token.id;
      throw new CardProblem(made.error.message ?? t('numberWrong'));
    });
    return () => onReady(null);
  }, [stripe, elements, onReady, t]);
  return (
    <Field label={t('card')} error={error}>
      {(wiring) => (
        <div className={styles.stripe}>
          <CardElement
            id={wiring.id}
            options={{ hidePostalCode: true, style: look() }}
            onChange={(event) => setError(event.error?.message)}
          />
        </div>
      )}
    </Field>
  );
}
