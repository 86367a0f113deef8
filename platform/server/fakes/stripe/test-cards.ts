/**
 * Stripe's test cards: what each token and number stands for.
 * Source: https://docs.stripe.com/testing, read November 2026.
 */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  /** The bank declines: Stripe's error code and, for card_declined, its decline code. */
  readonly decline?: { readonly code: string; readonly declineCode: string };
  /** The cardholder gets a challenge: at each payment, or until the card was set up for later use. */
  readonly challenge?: 'always' | 'until-set-up';
  /** Charges succeed; a refund starts as pending and succeeds later, or seems to succeed and fails later. */
  readonly refund?: 'pending' | 'fails';
  /** Charges succeed, and the cardholder disputes them. */
  readonly disputed?: true;
}

const declined = (declineCode: string, code = 'card_declined') => ({ decline: { code, declineCode } });
const visa = (number: string) => ({ number, brand: 'visa' });

const CARDS: Readonly<Record<string, TestCard>> = {
  visa: visa('4242424242424242'),
  visa_debit: visa('4000056655665556'),
  mastercard: { number: '5555555555554444', brand: 'mastercard' },
  amex: { number: '378282246310005', brand: 'amex' },
  discover: { number: '6011111111111117', brand: 'discover' },
  jcb: { number: '3566002020360505', brand: 'jcb' },
  unionpay: { number: '6200000000000005', brand: 'unionpay' },
  sg: visa('4000007020000003'),
  chargeDeclined: { ...visa('4000000000000002'), ...declined('generic_decline') },
  chargeDeclinedInsufficientFunds: { ...visa('4000000000009995'), ...declined('insufficient_funds') },
  chargeDeclinedFraudulent: { ...visa('4100000000000019'), ...declined('fraudulent') },
  chargeDeclinedLostCard: { ...visa('4000000000009987'), ...declined('lost_card') },
  chargeDeclinedExpiredCard: { ...visa('4000000000000069'), ...declined('expired_card', 'expired_card') },
  chargeDeclinedIncorrectCvc: { ...visa('4000000000000127'), ...declined('incorrect_cvc', 'incorrect_cvc') },
  chargeDeclinedProcessingError: {
    ...visa('4000000000000119'),
    ...declined('processing_error', 'processing_error'),
  },
  chargeCustomerFail: { ...visa('4000000000000341'), ...declined('generic_decline') },
  authenticationRequiredOnSetup: { ...visa('4000002500003155'), challenge: 'until-set-up' },
  authenticationRequired: { ...visa('4000002760003184'), challenge: 'always' },
  refundFail: { ...visa('4000000000005126'), refund: 'fails' },
  pendingRefund: { ...visa('4000000000007726'), refund: 'pending' },
  createDispute: { ...visa('4000000000000259'), disputed: true },
  threeDSecure2Required: { ...visa('4000000000003220'), challenge: 'always' },
};

const NUMBERS = new Map(Object.entries(CARDS).map(([name, card]) => [card.number, name]));

/** The name of the test card behind `tok_…` or `pm_card_…`; null for any other text. */
export function testCardName(tokenOrMethod: string): string | null {
  const name = tokenOrMethod.replace(/^(?:tok_|pm_card_)/, '');
  return name !== tokenOrMethod && Object.hasOwn(CARDS, name) ? name : null;
}

/** The name of the test card with this number; null when it is not a test card. */
export function testCardByNumber(number: string): string | null {
  return NUMBERS.get(number) ?? null;
}

/** @throws for a name that none of the functions above returned */
export function testCard(name: string): TestCard {
  const card = CARDS[name];
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return card;
}
