import { useCall } from '#platform/web/api/queries.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { SheetSummary } from '../../contract/shapes.ts';
import { listSheets } from '../../contract.ts';
import styles from '../parts/pay.module.css';
import { ACTION_NAMES, durationText, monthTitle, STATUS_CHIPS, STATUS_NAMES } from '../parts/words.ts';

/** /admin/pay: the months, newest first. */
export function Component() {
  const sheets = useCall(listSheets);
  return (
    <div className={styles.page}>
      <PageTitle>Pay sheets</PageTitle>
      <p className={styles.lead}>
        A month is a draft, computed from the clock events, until you approve it. Approving fixes its lines;
        locking makes it final.
      </p>
      <Loaded query={sheets} what="the pay sheets">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No visits so far." level={2}>
              The first month appears here with its first visit.
            </EmptyState>
          ) : (
            <Panel title="Months">
              <Months items={items} />
            </Panel>
          )
        }
      </Loaded>
    </div>
  );
}

function Months({ items }: { readonly items: readonly SheetSummary[] }) {
  const { date, money } = useFormat();
  return (
    <PanelTable
      caption="Pay sheets by month"
      items={items.map((item) => ({ ...item, id: item.month }))}
      columns={[
        {
          title: 'Month',
          render: ({ month }) => <TextLink href={`/admin/pay/${month}`}>{monthTitle(month)}</TextLink>,
        },
        {
          title: 'State',
          render: ({ status, isOver }) => (
            <StatusChip status={STATUS_CHIPS[status]}>
              {status === 'draft' && !isOver ? 'Draft, month under way' : STATUS_NAMES[status]}
            </StatusChip>
          ),
        },
        {
          title: 'Cleaners',
          number: true,
          render: ({ approved }) => approved?.cleaners.toLocaleString('en-SG'),
        },
        { title: 'Visits', number: true, render: ({ approved }) => approved?.visits.toLocaleString('en-SG') },
        {
          title: 'Paid time',
          number: true,
          render: ({ approved }) => approved && durationText(approved.paidMinutes),
        },
        { title: 'Total', number: true, render: ({ approved }) => approved && money(approved.total) },
        {
          title: 'Last change',
          render: ({ lastChange }) =>
            lastChange &&
            `${ACTION_NAMES[lastChange.action]} by ${lastChange.by}, ${date(lastChange.at, 'dated')}`,
        },
      ]}
    />
  );
}
