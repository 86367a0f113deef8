import { type Cents, gstInside } from '#platform/kernel/money.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';

// Written out, so that the public page does not carry the contract's schemas.
const readPaymentConfig = lightCall<typeof import('#features/money/payments/contract.ts').readPaymentConfig>({
  method: 'GET',
  path: '/payments/config',
});

/** The GST inside a price that is asked for now, in cents; 0 while it is not known, and where the business charges none. */
export function useGstInside(price: Cents): Cents {
  const { data } = useCall(readPaymentConfig);
  return gstInside(price, data?.gstPercent ?? 0);
}
