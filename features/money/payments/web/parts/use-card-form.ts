import { useState } from 'react';
import { z } from 'zod';
import { makeCardToken } from '#platform/contract/sandbox-calls.ts';
import { callApi } from '#platform/web/api/api.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { CardProblem } from './card-problem.ts';
import type { MakeToken } from './stripe-card.tsx';
import { cardTexts } from './texts.ts';
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
  const { t } = useText(cardTexts);
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

interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** `08/28`, `8 / 2028`, `0828` → month and year; null if invalid. */
export function readExpiry(written: string): { readonly month: number; readonly year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(written);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (match === null || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Formats a partially typed number in groups of four. */
export function groupDigits(written: string): string {
  const digits = written.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats a partially typed expiry date, inserting the slash. */
export function writeExpiry(written: string): string {
  const digits = written.replace(/\D/g, '').slice(0, 4);
  if (digits.length < 3) return written.endsWith('/') && digits.length === 2 ? `${digits}/` : digits;
  return `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

type CardMistake = 'number' | 'expiry' | 'cvc';

/** The fields that are not valid. */
export function mistakesOf({ number, expiry, cvc }: CardFields): CardMistake[] {
  const digits = number.replace(/\D/g, '').length;
  return [
    ...(digits < 13 ? (['number'] as const) : []),
    ...(readExpiry(expiry) === null ? (['expiry'] as const) : []),
    ...(/^\d{3,4}$/.test(cvc) ? [] : (['cvc'] as const)),
  ];
}

/** Gets the sandbox's token of a test card, as Stripe's fields do for a real card. */
async function makeSandboxToken({ number, expiry, cvc }: CardFields): Promise<string> {
  const read = readExpiry(expiry);
  const body = { number, expiryMonth: read?.month ?? 0, expiryYear: read?.year ?? 0, cvc };
  return (await callApi(makeCardToken, { body })).token;
}
