import { type Cents, gstInside } from '#platform/kernel/money.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';

// Spelled out so that the public bundle does not include the contract's schemas.
const readPaymentConfig = lightCall<typeof import('#features/money/payments/contract.ts').readPaymentConfig>({
  method: 'GET',
  path: '/payments/config',
});

/** The GST inside a current price, in cents; 0 while unknown, and if the business charges none. */
export function useGstInside(price: Cents): Cents {
  const { data } = useCall(readPaymentConfig);
  return gstInside(price, data?.gstPercent ?? 0);
}
