import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { changeTransaction, seeTransaction } from '#features/money/payments/rules/policy.ts';
import { METHOD_NAMES, typeName } from '#features/money/payments/web/parts/labels.ts';
import { TRANSACTIONS } from '#features/money/payments/web/parts/transaction.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FirstRows } from '#platform/web/office/first-rows.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { ReceiptButton } from './receipt-button.tsx';

/** A customer's transactions for those in the office who may see them, newest first, with receipts. */
export function CustomerMoney({ customerID }: { readonly customerID: string }) {
  return (
    <May act={seeTransaction}>
      <TransactionsOf customerID={customerID} />
    </May>
  );
}

function TransactionsOf({ customerID }: { readonly customerID: string }) {
  return (
    <Panel
      title={t('Transactions')}
      end={
        <May act={changeTransaction}>
          <TextLink href={`${TRANSACTIONS.home}/new?customerID=${customerID}`}>
            {t('Add transaction')}
          </TextLink>
        </May>
      }
    >
      <FirstRows
        call={listTransactions}
        query={{ customerID, sortby: 'createdAt', order: 'desc' }}
        what={t('the transactions')}
        none={<p className="k-muted">{t('No transactions yet.')}</p>}
      >
        {(items) => <Transactions items={items} />}
      </FirstRows>
    </Panel>
  );
}

function Transactions({ items }: { readonly items: readonly TransactionReply[] }) {
  const { date, money } = useFormat();
  return (
    <PanelTable
      caption={t('Transactions, newest first')}
      items={items}
      columns={[
        {
          title: t('When'),
          render: (item) => (
            <TextLink href={`${TRANSACTIONS.home}/${item.id}/view`}>{date(item.createdAt, 'dated')}</TextLink>
          ),
        },
        {
          title: t('What'),
          render: (item) => (
            <>
              {`${typeName(item)}, ${METHOD_NAMES[item.method]}`}
              {item.details && <small>{item.details}</small>}
            </>
          ),
        },
        { title: t('Receipt'), render: (item) => <ReceiptButton of={item} look="number" /> },
        { title: t('Amount'), number: true, render: (item) => money(item.total) },
      ]}
    />
  );
}
