import { type Refusal, refuse } from '#platform/kernel/refusal.ts';

/** How a card payment is made: with the single-use token of a new card, or with the stored card. */
export type CardChoice =
  | { readonly kind: 'token'; readonly token: string; readonly keep: boolean }
  | { readonly kind: 'stored'; readonly paymentMethodID: string };

/** The card fields of a request; see payingFields in the contract. */
export interface CardRequest {
  readonly stripeToken?: string | null | undefined;
  readonly picked?: boolean | string | null | undefined;
  readonly change?: boolean | null | undefined;
}

/**
 * The card that a request means. `picked`: the stored one. Otherwise a token is a new card, which `change`
 * stores; otherwise the stored one if there is any.
 */
export function chooseCard(
  asked: CardRequest,
  storedPaymentMethodID: string | null,
): CardChoice | Refusal<'no_stored_card'> {
  if (asked.stripeToken && !isPicked(asked.picked)) {
    return { kind: 'token', token: asked.stripeToken, keep: asked.change === true };
  }
  if (storedPaymentMethodID === null) return refuse('no_stored_card');
  return { kind: 'stored', paymentMethodID: storedPaymentMethodID };
}

function isPicked(picked: CardRequest['picked']): boolean {
  return typeof picked === 'string' ? picked !== '' && picked !== '0' && picked !== 'false' : picked === true;
}

const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: 'This card does not have enough funds. Nothing was charged. Try another card.',
  expired_card: 'This card has expired. Nothing was charged. Try another card.',
  incorrect_cvc: 'The security code does not match the card. Nothing was charged. Check it and try again.',
  authentication_required:
    'Your bank wants you to confirm this payment yourself. Nothing was charged. Pay while you are here.',
  processing_error: 'Your bank could not process this just now. Nothing was charged. Try again in a minute.',
  canceled: 'The payment was not confirmed in time. Nothing was charged. Try again when you are ready.',
};

const GENERIC = 'Your bank declined this card. Nothing was charged. Try another card, or ask your bank.';

/**
 * The user-facing sentence for a declined card. Codes that would tell a thief why (fraud, stolen, lost) get
 * the generic sentence.
 */
export function declineSentence(code: string): string {
  return SENTENCES[code] ?? GENERIC;
}

const OFFICE_SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: 'The saved card does not have enough funds. Nothing was charged.',
  expired_card: 'The saved card has expired. Nothing was charged. Ask the customer to save another card.',
  authentication_required:
    'The bank wants the customer to confirm this payment. Nothing was charged. The customer must pay themselves, for example by PayNow.',
  processing_error: 'The bank could not process this just now. Nothing was charged. Try again in a minute.',
};

const OFFICE_GENERIC =
  'The bank declined the saved card. Nothing was charged. Ask the customer to save another card.';

/** The same for the office, which charges without the customer present. */
export function declinedForOffice(code: string): Refusal<'card_declined'> {
  return refuse('card_declined', { detail: OFFICE_SENTENCES[code] ?? OFFICE_GENERIC });
}

/** The refusal of a declined card, for every route that takes one. */
export function declined(code: string): Refusal<'card_declined'> {
  return refuse('card_declined', { detail: declineSentence(code) });
}
