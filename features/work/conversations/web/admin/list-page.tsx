import { useRef } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import record from '#platform/web/office/record.module.css';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useRowKeys } from '#platform/web/office/use-row-keys.ts';
import { listUnanswered, type WaitingThread } from '../../contract.ts';
import styles from '../parts/thread.module.css';

/** More than are ever unanswered at once. */
const MAX_LISTED = 200;

/** /admin/conversations: customers who wait for an answer, longest wait first. */
export function Component() {
  const waiting = useCall(listUnanswered, { query: { size: MAX_LISTED, count: '0' } });
  return (
    <div className={record.record}>
      <PageTitle tab={t('Customer messages')}>{t('Customer messages')}</PageTitle>
      <div className={record.tabs} />
      <Loaded query={waiting} what={t('the messages')}>
        {({ items }) =>
          items.length === 0 ? (
            <div className="k-narrow">
              <EmptyState title={t('No unanswered messages.')} level={2} spot="done">
                {t('Messages from customers about a booking show here until you have answered.')}
              </EmptyState>
            </div>
          ) : (
            <Waiting items={items} />
          )
        }
      </Loaded>
    </div>
  );
}

function Waiting({ items }: { readonly items: readonly WaitingThread[] }) {
  const { date, time } = useFormat();
  const at = (moment: string) => `${date(moment)}, ${time(moment)}`;
  const frame = useRef<HTMLDivElement>(null);
  useRowKeys(frame);
  return (
    <div ref={frame}>
      <Panel title={t('Waiting for an answer')} note={t('Longest wait first')}>
        <PanelTable
          caption={t('Customers waiting for an answer')}
          items={items.map((item) => ({ ...item, id: item.jobID }))}
          columns={[
            {
              title: t('Customer'),
              render: ({ jobID, customer }) => (
                <Link to={`/admin/jobs/${jobID}/view`} className={styles.line}>
                  {customer.fullname}
                </Link>
              ),
            },
            { title: t('Message'), render: ({ text }) => text },
            {
              title: t('When'),
              render: ({ createdAt }) => <span className={styles.line}>{at(createdAt)}</span>,
            },
            { title: t('Visit'), render: ({ startTime, label }) => `${at(startTime)}, ${label}` },
          ]}
        />
      </Panel>
    </div>
  );
}
