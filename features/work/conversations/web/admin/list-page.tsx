import { useRef } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
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
      <PageTitle tab="Customer messages">Customer messages</PageTitle>
      <div className={record.tabs} />
      <Loaded query={waiting} what="the messages">
        {({ items }) =>
          items.length === 0 ? (
            <div className="k-narrow">
              <EmptyState title="No unanswered messages." level={2} spot="done">
                Messages from customers about a booking show here until you have answered.
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
      <Panel title="Waiting for an answer" note="Longest wait first">
        <PanelTable
          caption="Customers waiting for an answer"
          items={items.map((item) => ({ ...item, id: item.jobID }))}
          columns={[
            {
              title: 'Customer',
              render: ({ jobID, customer }) => (
                <Link to={`/admin/jobs/${jobID}/view`} className={styles.line}>
                  {customer.fullname}
                </Link>
              ),
            },
            { title: 'Message', render: ({ text }) => text },
            {
              title: 'When',
              render: ({ createdAt }) => <span className={styles.line}>{at(createdAt)}</span>,
            },
            { title: 'Visit', render: ({ startTime, label }) => `${at(startTime)}, ${label}` },
          ]}
        />
      </Panel>
    </div>
  );
}
