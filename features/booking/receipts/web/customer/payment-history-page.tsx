import type { ReactNode } from 'react';
import { CardLink } from '#features/money/cards/web/parts/card-link.tsx';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { usePaged } from '#platform/web/api/use-paged.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import { ReceiptButton } from '../parts/receipt-button.tsx';
import { paymentsTexts } from '../payments-texts.ts';
import styles from './payment-history.module.css';

/** Payments per page. */
const PAGE = 20;

/** The customer's payments and refunds, newest first. */
export function PaymentHistory({ invoices }: { readonly invoices: ReactNode }) {
  const { t } = useText(paymentsTexts);
  const payments = usePaged<TransactionReply>({
    key: [...keyOf(listTransactions), 'paged'],
    read: (from, signal) => callApi(listTransactions, { query: { from, size: PAGE }, signal }),
    isMoving: (items) => items.some(isRefunding),
  });
  return (
    <div className="k-page">
      <div>
        <BackLink href="/dashboard/account">{t('back')}</BackLink>
        <div className={styles.head}>
          <PageTitle>{t('title')}</PageTitle>
          <CardLink />
        </div>
      </div>
      {invoices}
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
  const { t } = useText(paymentsTexts);
  return (
    <div className="k-narrow">
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

/** Types with a note by the office, which says more than the type. */
const IN_WORDS: readonly TransactionReply['type'][] = ['ad-hoc', 'manual'];

/** A payment or refund: purpose, time, method, amount and its receipt. */
function PaymentLine({ payment }: { payment: TransactionReply }) {
  const { t } = useText(paymentsTexts);
  const { date, money } = useFormat();
  const whatOf = usePaymentLabel();
  const { total, receiptNo, refunded, type, refundStatus, jobID } = payment;
  const isRefund = type === 'refund';
  const day = date(payment.createdAt, 'dated');
  return (
    <li className={styles.line}>
      <div className={`k-stack k-gap-2 k-break ${styles.words}`}>
        <b>{whatOf(payment)}</b>
        <span>{t('line', { day, method: t(`method.${payment.method}`) })}</span>
        {refundStatus !== null && <span>{t(`refund.${refundStatus}`)}</span>}
        {!isRefund && refunded > 0 && <span>{t('refunded', { amount: money(refunded) })}</span>}
      </div>
      <div className={`k-stack k-gap-2 k-break ${styles.figures}`}>
        <b data-back={total < 0 || undefined}>{money(total)}</b>
        {jobID !== null && (
          <TextLink href={`/dashboard/bookings/${jobID}`} aria-label={t('seeOf', { number: receiptNo })}>
            {t('see')}
          </TextLink>
        )}
      </div>
      <div className={styles.receipt}>
        <ReceiptButton of={payment} />
      </div>
    </li>
  );
}

function usePaymentLabel(): (payment: TransactionReply) => string {
  const { t } = useText(paymentsTexts);
  return ({ type, method, details, allocations }) => {
    if (IN_WORDS.includes(type) && details !== '') return details;
    if (type === 'manual' && method === 'adjustment') return t('type.adjustment');
    if (type === 'job') return t('type.job', { count: Math.max(1, allocations.length) });
    return t(`type.${type}`);
  };
}
