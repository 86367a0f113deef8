import { Link, useSearchParams } from 'react-router';
import { ReceiptButton } from '#features/booking/receipts/web/parts/receipt-button.tsx';
import { listTransactions, type TransactionReply } from '#features/money/payments/contract.ts';
import { refundPayment } from '#features/money/payments/rules/policy.ts';
import { Disputes } from '#features/money/payments/web/parts/disputes.tsx';
import { METHOD_NAMES, REFUND_WORDS, typeName } from '#features/money/payments/web/parts/labels.ts';
import { RefundSheet } from '#features/money/payments/web/parts/refund-sheet.tsx';
import { refundableCents, TRANSACTIONS } from '#features/money/payments/web/parts/transaction.ts';
import { getCustomer } from '#features/people/customers/contract.ts';
import { cardName } from '#features/people/customers/web/parts/card-name.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { FactList, Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { useMay } from '#platform/web/session/use-may.ts';

/** /admin/transactions/:transactionID/view; `?ask=refund` opens the refund sheet, `&visit=` for one of its visits. */
export function Component() {
  return <RecordFrame of={TRANSACTIONS}>{(item) => <Transaction item={item} />}</RecordFrame>;
}

interface TransactionProps {
  readonly item: TransactionReply;
}

function Transaction({ item }: TransactionProps) {
  const [params, setParams] = useSearchParams();
  const isAsking = params.get('ask') === 'refund' && refundableCents(item) > 0;
  const ask = (what: string | null) => setParams(what === null ? {} : { ask: what }, { replace: true });
  const customer = useCall(getCustomer, { params: { id: item.customerID } });
  const disputes = customer.data?.disputes?.filter(({ transactionID }) => transactionID === item.id);
  return (
    <>
      <Disputes
        disputes={disputes}
        linkTo={() => ({ href: `/admin/customers/${item.customerID}/view`, label: t('Open the customer') })}
      />
      <Panels
        left={
          <>
            <TransactionPanel item={item} onRefund={() => ask('refund')} />
            {item.allocations.length > 0 && <VisitsPanel item={item} />}
          </>
        }
        right={item.refundOf === null ? <RefundsPanel item={item} /> : <RefundOfPanel item={item} />}
      />
      {isAsking && <RefundSheet payment={item} jobID={params.get('visit')} onClose={() => ask(null)} />}
    </>
  );
}

interface TransactionPanelProps extends TransactionProps {
  onRefund(): void;
}

function TransactionPanel({ item, onRefund }: TransactionPanelProps) {
  const { date, time, money } = useFormat();
  const mayRefund = useMay(refundPayment);
  const refund = mayRefund && refundableCents(item) > 0 && (
    <Button kind="quiet" size="small" onClick={onRefund}>
      {t('Refund')}
    </Button>
  );
  return (
    <Panel title={t('Transaction')} end={refund}>
      <FactList
        facts={{
          Amount: money(item.total),
          Type: <What item={item} />,
          Method: item.card
            ? `${METHOD_NAMES[item.method]}, ${cardName(item.card)}`
            : METHOD_NAMES[item.method],
          When: `${date(item.createdAt)}, ${time(item.createdAt)}`,
          Customer: <Link to={`/admin/customers/${item.customerID}/view`}>{item.customer.fullname}</Link>,
          Note: item.details,
          Receipt: item.receiptNo,
          ...(item.refundStatus && { 'Card refund': REFUND_WORDS[item.refundStatus] }),
        }}
      />
      <div className="k-mt-12">
        <ReceiptButton of={item} />
      </div>
    </Panel>
  );
}

/** A payment for a package links to that package. */
function What({ item }: TransactionProps) {
  const name = typeName(item);
  return item.packageID === null ? name : <Link to={`/admin/packages/${item.packageID}/view`}>{name}</Link>;
}

/** The allocation to visits. */
function VisitsPanel({ item }: TransactionProps) {
  const { money, date, time } = useFormat();
  return (
    <Panel title={item.allocations.length === 1 ? t('Visit') : t('Visits')}>
      <PanelTable
        caption={t('Visits')}
        items={item.allocations.map((part) => ({ ...part, id: part.jobID }))}
        columns={[
          {
            title: t('Visit'),
            render: ({ jobID, startTime }) => (
              <Link to={`/admin/jobs/${jobID}/view`}>{`${date(startTime)}, ${time(startTime)}`}</Link>
            ),
          },
          { title: t('Share', { context: 'amount' }), number: true, render: ({ cents }) => money(cents) },
          {
            title: t('Refunded'),
            number: true,
            render: ({ refunded }) => (refunded > 0 ? money(refunded) : ''),
          },
        ]}
      />
    </Panel>
  );
}

/** The refunds of it, and what is left. */
function RefundsPanel({ item }: TransactionProps) {
  const { money } = useFormat();
  const query = { refundOf: item.id, trash: '*', sortby: 'createdAt', order: 'asc', size: 200 } as const;
  const refunds = useCall(listTransactions, { query });
  const left =
    item.total > 0
      ? t('{{money}} can still be refunded.', { money: money(refundableCents(item)) })
      : undefined;
  return (
    <Panel title={t('Refunds')} note={left}>
      <Loaded query={refunds} what={t('the refunds')}>
        {({ items }) => (items.length === 0 ? <p>{t('None so far.')}</p> : <Refunds items={items} />)}
      </Loaded>
    </Panel>
  );
}

function Refunds({ items }: { readonly items: readonly TransactionReply[] }) {
  const { date, money } = useFormat();
  return (
    <PanelTable
      caption={t('Refunds')}
      items={items}
      columns={[
        {
          title: t('When'),
          render: ({ id, createdAt }) => (
            <Link to={`${TRANSACTIONS.home}/${id}/view`}>{date(createdAt)}</Link>
          ),
        },
        { title: t('To', { context: 'refund' }), render: ({ method }) => METHOD_NAMES[method] },
        {
          title: t('Status'),
          render: ({ refundStatus }) => (refundStatus === null ? t('Recorded') : REFUND_WORDS[refundStatus]),
        },
        { title: t('Amount'), number: true, render: ({ total }) => money(total) },
      ]}
    />
  );
}

function RefundOfPanel({ item }: TransactionProps) {
  return (
    <Panel title={t('Refund of')}>
      <Link to={`${TRANSACTIONS.home}/${item.refundOf}/view`}>{t('The original payment')}</Link>
    </Panel>
  );
}
