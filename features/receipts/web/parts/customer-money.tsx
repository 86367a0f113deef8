import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTransactions, type TransactionReply } from '#features/payments/contract.ts';
import { TRANSACTIONS } from '#features/payments/web/parts/transaction.ts';
import { METHOD_NAMES, TYPE_NAMES } from '#features/payments/web/parts/words.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { RuledTable } from '#platform/web/office/ruled-table.tsx';
import { ReceiptButton } from './receipt-button.tsx';

/** Rows at first, and how many more each time. */
const FIRST = 5;
const MORE = 20;

/** A customer's transactions for the office, newest first, each with its receipt. */
export function CustomerMoney({ customerId }: { readonly customerId: string }) {
  const [size, setSize] = useState(FIRST);
  const moved = useQuery({
    ...queryOf(listTransactions, {
      query: { customerID: customerId, sortby: 'createdAt', order: 'desc', size },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title="Money"
      end={<TextLink href={`${TRANSACTIONS.home}/new?customerID=${customerId}`}>Add transaction</TextLink>}
    >
      <Loaded query={moved} what="the transactions">
        {({ items, total = 0 }) => (
          <>
            {items.length === 0 && <p className="k-muted">No money has moved yet.</p>}
            {items.length > 0 && <Transactions items={items} />}
            {items.length < total && (
              <Button
                kind="quiet"
                size="small"
                busy={moved.isFetching && 'Loading'}
                onClick={() => setSize(size + MORE)}
              >
                {`Show ${Math.min(MORE, total - items.length)} more of ${total}`}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Transactions({ items }: { readonly items: readonly TransactionReply[] }) {
  const { date, money } = useFormat();
  return (
    <RuledTable
      caption="Transactions, newest first"
      items={items}
      columns={[
        {
          title: 'When',
          render: (item) => (
            <TextLink href={`${TRANSACTIONS.home}/${item.id}/view`}>{date(item.createdAt, 'dated')}</TextLink>
          ),
        },
        {
          title: 'What',
          render: (item) => (
            <>
              {`${TYPE_NAMES[item.type]}, ${METHOD_NAMES[item.method].toLowerCase()}`}
              {item.details && <small>{item.details}</small>}
            </>
          ),
        },
        { title: 'Receipt', render: (item) => <ReceiptButton of={item} look="number" /> },
        { title: 'Amount', number: true, render: (item) => money(item.total) },
      ]}
    />
  );
}
