import type { CustomerReply } from '../../customer-shapes.ts';

/** Spelled as the card schemes do; brand names are not translated. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  unionpay: 'UnionPay',
  jcb: 'JCB',
  diners: 'Diners Club',
  discover: 'Discover',
};

/** `Visa 4242`; `•••• 4242` for an unknown brand. */
export function cardName({
  brand,
  last4,
}: {
  readonly brand: string | null;
  readonly last4: string;
}): string {
  return `${BRANDS[brand ?? ''] ?? '••••'} ${last4}`;
}

type WithCard = Pick<CustomerReply, 'creditCardBrand' | 'creditCardLast4'>;

/** The same of a customer's stored card; null without one. */
export function storedCardName({ creditCardBrand: brand, creditCardLast4: last4 }: WithCard): string | null {
  return last4 === null ? null : cardName({ brand, last4 });
}
