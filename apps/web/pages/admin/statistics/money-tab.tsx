import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { METHOD_NAMES, TYPE_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { readMoneyStatistics } from '#features/office/statistics/contract.ts';
import { money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { today } from '#platform/web/business-time.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { date } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import {
  ComparedPeriods,
  count,
  countColumn,
  type Days,
  figureColumn,
  inHours,
  jobsLink,
  type Measure,
  MeasureList,
  nameColumn,
  PeriodsTable,
  RowsChart,
  type Shown,
  StatisticsTable,
  transactionsLink,
} from './panel.tsx';
import styles from './statistics.module.css';
import type { PanelPeriods, VisitFilters } from './view.ts';

type Money = CallReply<typeof readMoneyStatistics>;

/** What the business earned, took and owes. */
export function MoneyTab(periods: PanelPeriods) {
  const { by, filters } = periods;
  return (
    <ComparedPeriods call={readMoneyStatistics} query={{ ...filters, by }} periods={periods} what="the money">
      {(shown) => (
        <>
          <EarnedPanel {...shown} />
          {Object.keys(filters).length > 0 ? (
            <Notice kind="plain">
              Money taken and owed is not shown with filters: one payment can be for visits of several
              services, regions and cleaners.
            </Notice>
          ) : (
            <>
              <TakenPanel {...shown} />
              <OwedPanel {...shown} />
            </>
          )}
        </>
      )}
    </ComparedPeriods>
  );
}

const EARNED: readonly Measure<Money>[] = [
  {
    label: 'Earned',
    figure: ({ earned }) => earned.total,
    format: 'money',
    to: (reply, filters) => doneLink(reply, filters),
    detail: ({ earned }) =>
      earned.hoursValue > 0 ? `${money(earned.hoursValue)} of it with hours of credit` : undefined,
  },
  {
    label: 'Visits done',
    figure: ({ earned }) => earned.visits,
    format: 'count',
    to: (reply, filters) => doneLink(reply, filters),
  },
  { label: 'Per visit', figure: ({ earned }) => average(earned.total, earned.visits), format: 'money' },
  { label: 'Per hour of work', figure: ({ earned }) => average(earned.total, earned.hours), format: 'money' },
  {
    label: 'Cancellation fees',
    figure: ({ kept }) => kept.total,
    format: 'money',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'cancelled' }),
    detail: () => 'Not part of what visits earned',
  },
];

function average(total: number, number: number): number | null {
  return number === 0 ? null : Math.round(total / number);
}

/** Visits that go ahead, up to today: those that are done, and today’s. */
function doneLink({ from_date, to_date }: Days, filters: VisitFilters): string {
  const day = today();
  const last = to_date > day && from_date <= day ? day : to_date;
  return jobsLink({ from_date, to_date: last }, { status: 'going-ahead', ...filters });
}

function EarnedPanel(shown: Shown<Money>) {
  const { now, before, filters } = shown;
  return (
    <Panel
      title="Earned"
      note="Visits done, by the date of the visit: the money agreed for them, paid or not, and their hours of credit at the price of the tier. GST is included."
    >
      <MeasureList measures={EARNED} shown={shown} />
      {now.earned.visits === 0 && !before?.earned.visits ? (
        <p className="k-muted">No visits were done in this period.</p>
      ) : (
        <>
          <RowsChart
            title="Money earned over time"
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.earned}
            format="money"
          />
          <StatisticsTable
            caption="Earned by service"
            file="earned by service"
            days={now}
            rows={now.earnedByService.map((row) => ({
              ...row,
              id: row.jobType,
              name: JOB_TYPE_NAMES[row.jobType],
              to: doneLink(now, { ...filters, jobType: row.jobType }),
            }))}
            columns={[
              nameColumn('Service'),
              countColumn('Visits', 'visits'),
              figureColumn('Hours', 'hours'),
              figureColumn('Earned', 'total', 'money'),
            ]}
          />
          <PeriodsTable
            caption="Earned"
            file="earned"
            reply={now}
            columns={[figureColumn('Visits', 'visits'), figureColumn('Earned', 'earned', 'money')]}
          />
        </>
      )}
    </Panel>
  );
}

const TAKEN: readonly Measure<Money>[] = [
  {
    label: 'Taken',
    figure: ({ taken }) => taken.net,
    format: 'money',
    to: (reply) => transactionsLink(reply, { method: 'money' }),
  },
  { label: 'Payments', figure: ({ taken }) => taken.payments, format: 'money' },
  {
    label: 'Refunds',
    figure: ({ taken }) => taken.refunds,
    format: 'money',
    to: (reply) => transactionsLink(reply, { type: 'refund' }),
  },
  {
    label: ({ gst }) => `Of which GST (${gst?.percent}%)`,
    figure: ({ gst }) => gst?.total,
    format: 'money',
  },
];

const PAYMENTS_AND_REFUNDS = [
  figureColumn('Payments', 'payments', 'money'),
  figureColumn('Refunds', 'refunds', 'money'),
  figureColumn('Taken', 'net', 'money'),
] as const;

function TakenPanel(shown: Shown<Money>) {
  const { now, before } = shown;
  return (
    <Panel
      title="Taken"
      note="Payments less refunds, by the date of the transaction. Payments with hours are left out: their money was taken when the hours were bought."
      end={<Link to={transactionsLink(now)}>All transactions</Link>}
    >
      <MeasureList measures={TAKEN} shown={shown} />
      {now.taken.count === 0 && !before?.taken.count ? (
        <p className="k-muted">No money came in or went out in this period.</p>
      ) : (
        <>
          <RowsChart
            title="Money taken over time"
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.net}
            format="money"
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption="Taken by method"
              file="taken by method"
              days={now}
              rows={now.takenByMethod.map((row) => ({
                ...row,
                id: row.method,
                name: METHOD_NAMES[row.method],
                to: transactionsLink(now, { method: row.method }),
              }))}
              columns={[nameColumn('Method'), countColumn('Transactions', 'count'), ...PAYMENTS_AND_REFUNDS]}
            />
            <StatisticsTable
              caption="Taken by kind"
              file="taken by kind"
              days={now}
              rows={now.takenByType.map((row) => ({
                ...row,
                id: row.type,
                name: TYPE_NAMES[row.type],
                to: transactionsLink(now, { type: row.type, method: 'money' }),
              }))}
              columns={[
                nameColumn('Kind'),
                countColumn('Transactions', 'count'),
                figureColumn('Taken', 'total', 'money'),
              ]}
            />
          </div>
          <PeriodsTable caption="Taken" file="taken" reply={now} columns={PAYMENTS_AND_REFUNDS} />
        </>
      )}
    </Panel>
  );
}

const OWED: readonly Measure<Money>[] = [
  {
    label: 'Owed to us',
    figure: ({ owedToUs }) => owedToUs.visits.total,
    format: 'money',
    // The list shows what is unpaid today, which is less than what was on an earlier day.
    to: ({ to_date }) =>
      to_date >= today() ? `/admin/jobs?${new URLSearchParams({ status: 'confirmed', to_date })}` : undefined,
    detail: ({ owedToUs: { visits } }) =>
      `${count(visits.count)} ${visits.count === 1 ? 'visit' : 'visits'} done and not paid`,
  },
  { label: 'Owed by us', figure: ({ owedByUs }) => owedByUs.total, format: 'money' },
];

function OwedPanel(shown: Shown<Money>) {
  const { from_date, to_date, owedByUs } = shown.now;
  const note = to_date >= today() ? 'Now.' : `Closing balance of ${date(to_date, 'en', 'dated')}.`;
  return (
    <Panel title="Owed" note={note}>
      <MeasureList measures={OWED} shown={shown} />
      <StatisticsTable
        caption="Owed by us"
        file="owed"
        days={shown.now}
        rows={[
          {
            id: 'hours',
            name: 'Prepaid hours, at the price of their tier',
            number: inHours(owedByUs.hours.hours),
            to: `/admin/statistics?${new URLSearchParams({ tab: 'hours', from_date, to_date })}`,
            total: owedByUs.hours.value,
          },
          {
            id: 'refunds',
            name: 'Refunds waiting for a bank or for us',
            number: count(owedByUs.refundsDue.count),
            to: '/admin/transactions/alarms',
            total: owedByUs.refundsDue.total,
          },
          {
            id: 'unallocated',
            name: 'Unallocated receipts',
            number: '',
            to: '/admin/transactions/alarms',
            total: owedByUs.unallocated,
          },
        ]}
        columns={[
          { title: 'What', csv: (row) => row.name, show: (row) => <Link to={row.to}>{row.name}</Link> },
          { title: 'Number', number: true, csv: (row) => row.number, show: (row) => row.number || '–' },
          figureColumn('Owed', 'total', 'money'),
        ]}
      />
    </Panel>
  );
}
