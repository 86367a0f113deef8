import { OwnInvoices } from '#features/booking/invoices/web/customer/own-invoices.tsx';
import { PaymentHistory } from '#features/booking/receipts/web/customer/payment-history-page.tsx';

/** /dashboard/account/payment-history: payments, after the invoices of customers who get them. */
export function Component() {
  return <PaymentHistory invoices={<OwnInvoices />} />;
}
