import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import type { CleanerHours } from '../../contract/shapes.ts';
import { listHours } from '../../contract.ts';
import { MonthLinks, monthIn } from './month-links.tsx';
import { PaidTimeRule } from './paid-time-rule.tsx';
import styles from './pay.module.css';
import { durationText, flagsText, monthTitle } from './pay-labels.ts';

/** More cleaners than any company of this kind has. */
const EVERYONE = 5000;

/** /admin/hours?month=2026-11: planned and clocked hours of each cleaner. */
export function Component() {
  const [params] = useSearchParams();
  const month = monthIn(params) ?? today().slice(0, 7);
  const hours = useCall(listHours, { query: { month, size: EVERYONE } });
  return (
    <div className={`k-office-page ${styles.page}`}>
      <header className="k-row k-wrap k-between k-gap-8 k-gap-x-16">
        <PageTitle tab={t('Hours, {{monthTitle}}', { monthTitle: monthTitle(month) })}>
          {t('Hours, {{monthTitle}}', { monthTitle: monthTitle(month) })}
        </PageTitle>
        <div className="k-row k-wrap k-gap-8" data-screen>
          <MonthLinks month={month} />
          <CsvButton call={listHours} query={{ month }}>
            {t('CSV')}
          </CsvButton>
          <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </div>
      </header>
      <Loaded query={hours} what={t('the hours')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title={t('No visits in {{monthTitle}} so far.', { monthTitle: monthTitle(month) })}
              level={2}
            >
              {t('Hours appear here once a visit is over.')}
            </EmptyState>
          ) : (
            <Panel title={t('By cleaner')}>
              <HoursTable items={items} month={month} />
            </Panel>
          )
        }
      </Loaded>
      <PaidTimeRule />
    </div>
  );
}

interface HoursTableProps {
  readonly items: readonly CleanerHours[];
  readonly month: string;
}

function HoursTable({ items, month }: HoursTableProps) {
  const sumOf = (figure: 'visits' | 'plannedMinutes' | 'clockedMinutes' | 'paidMinutes') =>
    items.reduce((sum, item) => sum + item[figure], 0);
  return (
    <PanelTable
      caption={t('Hours by cleaner, {{monthTitle}}', { monthTitle: monthTitle(month) })}
      items={items.map((item) => ({ ...item, id: item.cleaner.id }))}
      columns={[
        {
          title: t('Cleaner'),
          render: ({ cleaner }) => (
            <TextLink href={`/admin/hours/${cleaner.id}?month=${month}`}>{cleaner.fullname}</TextLink>
          ),
        },
        { title: t('Visits'), number: true, render: (item) => item.visits.toLocaleString('en-SG') },
        { title: t('Planned'), number: true, render: (item) => durationText(item.plannedMinutes) },
        { title: t('Clocked'), number: true, render: (item) => durationText(item.clockedMinutes) },
        { title: t('Counted'), number: true, render: (item) => durationText(item.paidMinutes) },
        { title: t('Check these'), render: (item) => flagsText(item.flags) },
      ]}
      totals={[
        t('All'),
        sumOf('visits').toLocaleString('en-SG'),
        durationText(sumOf('plannedMinutes')),
        durationText(sumOf('clockedMinutes')),
        durationText(sumOf('paidMinutes')),
        '',
      ]}
    />
  );
}
