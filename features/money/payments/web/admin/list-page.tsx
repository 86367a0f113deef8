import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { listTotals } from '#platform/web/office/list-totals.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { refundTransaction, type TransactionTotals, totalTransactions } from '../../contract.ts';
import { METHOD_NAMES, optionsOf, TYPE_NAMES, typeName } from '../parts/labels.ts';
import { refundableCents, TRANSACTIONS } from '../parts/transaction.ts';

/** /admin/transactions */
export function Component() {
  const format = useFormat();
  const mayRefund = useMayCall(refundTransaction);
  return (
    <ListPage
      {...TRANSACTIONS}
      columns={columns(format)}
      filters={[
        { label: t('Dates'), days: ['from_date', 'to_date'] },
        { name: 'type', label: t('Type'), options: optionsOf(TYPE_NAMES) },
        {
          name: 'method',
          label: t('Method'),
          options: optionsOf({ ...METHOD_NAMES, money: t('Any but credits') }),
        },
      ]}
      sortby="createdAt"
      order="desc"
      totals={listTotals(totalTransactions, (totals) => <FilteredTotals {...totals} />)}
      sumOf={(items) => format.money(items.reduce((sum, item) => sum + item.total, 0))}
      actions={(item) =>
        mayRefund && refundableCents(item) > 0
          ? [{ label: t('Refund'), to: `${TRANSACTIONS.home}/${item.id}/view?ask=refund` }]
          : []
      }
    />
  );
}

/** "Taken S$1,200.00  Refunded S$90.00  Net S$1,110.00  Card S$900.00 …" */
function FilteredTotals({ taken, refunded, net, byMethod }: TransactionTotals) {
  const { money } = useFormat();
  return (
    <>
      <Sum name={t('Taken')}>{money(taken)}</Sum>
      <Sum name={t('Refunded')}>{money(refunded)}</Sum>
      <Sum name={t('Net')}>{money(net)}</Sum>
      {byMethod.map((part) => (
        <Sum key={part.method} name={`${METHOD_NAMES[part.method]} (${part.count.toLocaleString('en-SG')})`}>
          {money(part.net)}
        </Sum>
      ))}
    </>
  );
}

function Sum({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <span>
      {name} <b>{children}</b>
    </span>
  );
}

function columns({
  date,
  time,
  money,
}: ReturnType<typeof useFormat>): ListColumn<typeof TRANSACTIONS.call>[] {
  return [
    {
      key: 'when',
      title: t('When'),
      sortby: 'createdAt',
      render: (item) => `${date(item.createdAt)}, ${time(item.createdAt)}`,
    },
    { key: 'customer', title: t('Customer'), sortby: 'customer', render: (item) => item.customer.fullname },
    { key: 'type', title: t('Type'), sortby: 'type', render: typeName },
    { key: 'method', title: t('Method'), sortby: 'method', render: (item) => METHOD_NAMES[item.method] },
    { key: 'details', title: t('Note'), sortby: 'details', render: (item) => item.details },
    { key: 'total', title: t('Amount'), sortby: 'total', number: true, render: (item) => money(item.total) },
    {
      key: 'refunded',
      title: t('Refunded'),
      number: true,
      extra: true,
      render: (item) => (item.refunded === 0 ? '' : money(item.refunded)),
    },
    {
      key: 'receiptNo',
      title: t('Receipt'),
      sortby: 'receiptNo',
      number: true,
      render: (item) => item.receiptNo,
    },
  ];
}
