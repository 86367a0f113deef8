import { TransactionView } from '#features/payments/web/parts/transaction-view.tsx';
import { ReceiptButton } from '../parts/receipt-button.tsx';

/** /admin/transactions/:transactionID/view */
export function Component() {
  return <TransactionView receipt={(item) => <ReceiptButton of={item} />} />;
}
