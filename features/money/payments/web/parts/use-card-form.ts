import { useState } from 'react';
import { z } from 'zod';
import { useForm } from '#platform/web/forms/use-form.ts';
import { CardProblem } from './card-problem.ts';
import { useCardText } from './card-text.ts';
import { makeSandboxToken, mistakesOf } from './sandbox-card.ts';
import type { MakeToken } from './stripe-card.tsx';
import type { CardBody, CardPayment } from './use-card-payment.ts';

const cardForm = z.object({ number: z.string(), expiry: z.string(), cvc: z.string(), keep: z.boolean() });

interface Options {
  readonly pay: Pick<CardPayment<never>, 'key' | 'hasUnanswered'>;
  /**
   * new: the card in the fields. stored: the customer's. none: nothing is charged, or something else pays.
   */
  readonly method: 'new' | 'stored' | 'none';
  /** Sends the payment; `card` creates the single-use token or names the stored card. */
  readonly send: (card: () => Promise<CardBody>) => Promise<void>;
}

export type CardForm = ReturnType<typeof useCardForm>;

/** The state of the card fields and their validation. */
export function useCardForm({ pay, method, send }: Options) {
  const { t } = useCardText();
  const [stripe, setStripe] = useState<{ readonly make: MakeToken | null }>({ make: null });
  const isSandbox = pay.key === null;
  const sentences = { number: t('numberWrong'), expiry: t('expiryWrong'), cvc: t('cvcWrong') };
  const form = useForm({
    initial: { number: '', expiry: '', cvc: '', keep: false },
    schema: cardForm.superRefine((card, { addIssue }) => {
      if (method !== 'new' || !isSandbox || pay.hasUnanswered()) return;
      for (const field of mistakesOf(card)) {
        addIssue({ code: 'custom', path: [field], message: sentences[field] });
      }
    }),
    send: (card) =>
      send(async () => {
        if (method === 'none') return {};
        if (method === 'stored') return { picked: true };
        if (isSandbox) return { stripeToken: await makeSandboxToken(card), change: card.keep };
        if (stripe.make === null) throw new CardProblem(t('failed'));
        return { stripeToken: await stripe.make(), change: card.keep };
      }),
  });
  return { ...form, onStripeReady: (make: MakeToken | null) => setStripe({ make }) };
}
