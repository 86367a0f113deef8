import type { TransactionReply } from '#features/money/payments/contract.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { ReceiptButton } from '../parts/receipt-button.tsx';
import styles from './payment-history.module.css';
import { usePaymentsText } from './text.ts';

/** Types with a note by the office, which says more than the type. */
const IN_WORDS: readonly TransactionReply['type'][] = ['ad-hoc', 'manual'];

/** A payment or refund: purpose, time, method, amount and its receipt. */
export function PaymentLine({ payment }: { payment: TransactionReply }) {
  const { t } = usePaymentsText();
  const { date, money } = useFormat();
  const whatOf = usePaymentLabel();
  const { total, receiptNo, refunded, type, refundStatus, jobID } = payment;
  const isRefund = type === 'refund';
  const day = date(payment.createdAt, 'dated');
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <b>{whatOf(payment)}</b>
        <span>{t('line', { day, method: t(`method.${payment.method}`) })}</span>
        {refundStatus !== null && <span>{t(`refund.${refundStatus}`)}</span>}
        {!isRefund && refunded > 0 && <span>{t('refunded', { amount: money(refunded) })}</span>}
      </div>
      <div className={styles.figures}>
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
  const { t } = usePaymentsText();
  return ({ type, method, details, allocations }) => {
    if (IN_WORDS.includes(type) && details !== '') return details;
    if (type === 'manual' && method === 'adjustment') return t('type.adjustment');
    if (type === 'job') return t('type.job', { count: Math.max(1, allocations.length) });
    return t(`type.${type}`);
  };
}
