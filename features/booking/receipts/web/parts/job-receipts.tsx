import { listTransactions } from '#features/money/payments/contract.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { useCall } from '#platform/web/api/queries.ts';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { useReceiptText } from './text.ts';

/** The receipts of a visit: its payment, then its refunds. Renders nothing if there are none. */
export function JobReceipts({ jobId }: { readonly jobId: string }) {
  const { t } = useReceiptText();
  const query = { jobID: jobId, sortby: 'createdAt', order: 'asc', size: 100 } as const;
  const moved = useCall(listTransactions, { query });
  if (moved.isError && !moved.data) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => moved.refetch()}
        retrying={moved.isFetching && t('trying')}
      >
        {t('listFailed')}
      </ErrorState>
    );
  }
  const items = moved.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className="k-hidden">{t('title')}</h2>
      {items.map((item) => (
        <ReceiptButton key={item.id} of={item} />
      ))}
    </section>
  );
}
