/**
 * A booking by the office waits this long with its payment request, because the office may still take the payment on the
 * phone. Closing Take payment without a payment sends it at once.
 */
export const PAYMENT_REQUEST_WAIT = Temporal.Duration.from({ minutes: 5 });
