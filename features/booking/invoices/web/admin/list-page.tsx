import { useCall } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import { type InvoiceReply, listInvoices, readAgeing } from '../../contract.ts';
import { AGES } from '../../rules/invoice.ts';
import { referenceOf } from '../../rules/reference.ts';
import { AGE_NAMES, INVOICES, STATE_CHIPS, STATE_NAMES } from '../office/invoice-labels.ts';

const VIEWS = [
  { label: t('All') },
  { label: t('Open'), filters: { state: 'open' }, empty: t('No invoice is open.') },
  { label: t('Overdue'), filters: { state: 'overdue' }, empty: t('No invoice is overdue.') },
];

/** /admin/invoices: who owes what, and every invoice. */
export function Component() {
  const format = useFormat();
  return (
    <>
      <Ageing />
      <ListPage
        title={INVOICES.title}
        one={t('invoice')}
        many={t('invoices')}
        home={INVOICES.to}
        call={listInvoices}
        nameOf={nameOf}
        columns={columns(format)}
        views={VIEWS}
        filters={[
          { label: t('Dates'), days: ['from_date', 'to_date'] },
          {
            name: 'state',
            label: t('State'),
            options: [
              ...Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label })),
              { value: 'not-sent', label: t('Not sent') },
            ],
          },
        ]}
        sortby="number"
        order="desc"
        adds={false}
        pages="view"
        more={
          <ButtonLink kind="quiet" size="small" href={`${INVOICES.to}/to-bill`}>
            {t('Visits to bill')}
          </ButtonLink>
        }
        sumOf={(items) => format.money(items.reduce((sum, item) => sum + item.open, 0))}
      />
    </>
  );
}

function nameOf({ number, billTo }: InvoiceReply): string {
  return `${referenceOf(number)}, ${billTo}`;
}

/** What is owed in all, by days overdue. */
function Ageing() {
  const { money } = useFormat();
  const { data } = useCall(readAgeing);
  if (data === undefined || (data.open === 0 && data.balance === 0)) return null;
  return (
    <p className="k-row k-wrap k-gap-16 k-mb-12">
      <span>
        {t('Owed')} <b>{money(data.open)}</b>
      </span>
      {AGES.filter((age) => data.totals[age] !== 0).map((age) => (
        <span key={age}>
          {AGE_NAMES[age]} <b>{money(data.totals[age])}</b>
        </span>
      ))}
      {data.balance > 0 && (
        <span>
          {t('Balances of customers')} <b>{money(data.balance)}</b>
        </span>
      )}
    </p>
  );
}

function columns({ date, money }: ReturnType<typeof useFormat>): ListColumn<typeof listInvoices>[] {
  return [
    {
      key: 'number',
      title: t('Invoice'),
      sortby: 'number',
      render: ({ number }) => <b>{referenceOf(number)}</b>,
    },
    {
      key: 'customer',
      title: t('Customer'),
      sortby: 'customer',
      render: ({ customer }) => customer.fullname,
    },
    { key: 'billTo', title: t('Bill to'), render: ({ billTo }) => billTo },
    { key: 'issuedOn', title: t('Date'), render: ({ issuedOn }) => date(issuedOn, 'dated') },
    { key: 'dueOn', title: t('Due'), sortby: 'dueOn', render: ({ dueOn }) => date(dueOn, 'dated') },
    {
      key: 'state',
      title: t('State'),
      render: ({ state }) => <StatusChip status={STATE_CHIPS[state]}>{STATE_NAMES[state]}</StatusChip>,
    },
    { key: 'total', title: t('Total'), sortby: 'total', number: true, render: ({ total }) => money(total) },
    {
      key: 'open',
      title: t('Open'),
      sortby: 'open',
      number: true,
      render: ({ open }) => (open === 0 ? '' : money(open)),
    },
    { key: 'poNumber', title: t('PO number'), extra: true, render: ({ poNumber }) => poNumber },
  ];
}
