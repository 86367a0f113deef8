import { useState } from 'react';
import { useParams } from 'react-router';
import { CUSTOMERS } from '#features/people/customers/web/parts/customer-frame.tsx';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { LoadedRecord, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { readStatement, type StatementReply } from '../../contract.ts';
import { referenceOf } from '../../rules/reference.ts';

/** /admin/customers/:customerID/statement: the account at the end of any day. */
export function Component() {
  const { customerID = '' } = useParams();
  const [on, setOn] = useState(today);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(on);
  const query = useCall(readStatement, { params: { id: customerID }, query: isDay ? { on } : {} });
  const list = { title: t('Customers'), to: CUSTOMERS.home };
  return (
    <LoadedRecord query={query} what={t('this statement')} title={t('Statement of account')} list={list}>
      {(statement) => (
        <RecordPage
          list={list}
          title={t('Statement of {{fullname}}', { fullname: statement.customer.fullname })}
        >
          <div className="k-mb-16">
            <DayField label={t('At the end of')} name="on" value={on} onChange={setOn} />
          </div>
          <Statement statement={statement} />
        </RecordPage>
      )}
    </LoadedRecord>
  );
}

const KINDS: Readonly<Record<StatementReply['items'][number]['kind'], string>> = {
  invoice: t('Invoice'),
  'credit-note': t('Credit note'),
  payment: t('Payment'),
  'payment-returned': t('Payment given back'),
  'write-off': t('Written off'),
};

function Statement({ statement }: { readonly statement: StatementReply }) {
  const { money, date } = useFormat();
  const { items, balance } = statement;
  return (
    <Panel title={t('Statement of account')} note={t('Recomputed from the ledger.')}>
      {items.length === 0 ? (
        <p className="k-muted">{t('Nothing was billed by then.')}</p>
      ) : (
        <PanelTable
          caption={t('Statement of account')}
          items={items.map((item, index) => ({ ...item, id: String(index) }))}
          columns={[
            { title: t('Date'), render: (item) => date(item.date, 'dated') },
            {
              title: t('What'),
              render: ({ kind, number }) =>
                number === null
                  ? KINDS[kind]
                  : `${KINDS[kind]} ${kind === 'invoice' || kind === 'write-off' ? referenceOf(number) : number}`,
            },
            { title: t('Amount'), number: true, render: ({ amount }) => money(amount) },
            { title: t('Balance'), number: true, render: (item) => money(item.balance) },
          ]}
          totals={[t('Owed'), '', '', money(balance)]}
        />
      )}
    </Panel>
  );
}
