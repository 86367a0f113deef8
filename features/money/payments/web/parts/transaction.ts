import { t } from '#platform/web/i18n/office.ts';
import { recordKind } from '#platform/web/office/record-kind.ts';
import {
  createTransaction,
  listTransactions,
  readTransaction,
  type TransactionReply,
  trashTransaction,
  untrashTransaction,
  updateTransaction,
} from '../../contract.ts';
import { typeName } from './labels.ts';

export const TRANSACTIONS = recordKind({
  one: t('transaction'),
  many: t('transactions'),
  home: '/admin/transactions',
  param: 'transactionID',
  audited: 'transaction',
  calls: {
    list: listTransactions,
    get: readTransaction,
    create: createTransaction,
    update: updateTransaction,
    trash: trashTransaction,
    untrash: untrashTransaction,
  },
  nameOf,
});

function nameOf(item: TransactionReply): string {
  return t('{{typeName}}, receipt {{receiptNo}}, {{fullname}}', {
    typeName: typeName(item),
    receiptNo: item.receiptNo,
    fullname: item.customer.fullname,
  });
}

/** Refundable cents of a payment; 0 for anything that is not a payment. */
export function refundableCents({
  type,
  total,
  refunded,
}: Pick<TransactionReply, 'type' | 'total' | 'refunded'>): number {
  return type === 'refund' ? 0 : Math.max(0, total - refunded);
}
