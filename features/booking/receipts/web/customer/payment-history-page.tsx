import { CardLink } from '#features/money/cards/web/parts/card-link.tsx';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { usePaged } from '#platform/web/api/use-paged.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import styles from './payment-history.module.css';
import { PaymentLine } from './payment-line.tsx';
import { usePaymentsText } from './text.ts';

/** Payments per page. */
const PAGE = 20;

/** The customer's payments and refunds, newest first. */
export function Component() {
  const { t } = usePaymentsText();
  const payments = usePaged<TransactionReply>({
    key: [...keyOf(listTransactions), 'paged'],
    read: (from, signal) => callApi(listTransactions, { query: { from, size: PAGE }, signal }),
    isMoving: (items) => items.some(isRefunding),
  });
  return (
    <div className={styles.page}>
      <div>
        <BackLink href="/dashboard/account">{t('back')}</BackLink>
        <div className={styles.head}>
          <PageTitle>{t('title')}</PageTitle>
          <CardLink />
        </div>
      </div>
      <PagedList list={payments} loading={t('loading')} failed={t('failed')} empty={<NoPayments />}>
        {(items) => (
          <ul className={styles.lines}>
            {items.map((payment) => (
              <PaymentLine key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

/** The refund was requested, and the card's bank has not replied yet. */
function isRefunding({ refundStatus }: TransactionReply): boolean {
  return refundStatus === 'created' || refundStatus === 'sent' || refundStatus === 'unknown';
}

function NoPayments() {
  const { t } = usePaymentsText();
  return (
    <div className={styles.empty}>
      <EmptyState
        level={2}
        title={t('none')}
        spot="done"
        action={
          <ButtonLink full size="small" href="/one-time/new">
            {t('book')}
          </ButtonLink>
        }
      >
        {t('noneText')}
      </EmptyState>
    </div>
  );
}
