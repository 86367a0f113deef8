import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { METHOD_NAMES, TYPE_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { readMoneyStatistics } from '#features/office/statistics/contract.ts';
import { dollars } from '#platform/kernel/money.ts';
import { hours, money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { count, isFiltered, linkTo, type PanelPeriods, queryOfPeriod, type VisitFilters } from './panel.ts';
import { fileOf, periodColumn, RowsChart, withIDs } from './period-rows.tsx';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import {
  Counted,
  countColumn,
  nameColumn,
  type StatisticsColumn,
  StatisticsTable,
} from './statistics-table.tsx';

type Money = CallReply<typeof readMoneyStatistics>;

interface MoneyProps {
  readonly now: Money;
  readonly before: Money | undefined;
}

/** What the business earned, took and owes. */
export function MoneyTab({ period, before, by, filters }: PanelPeriods) {
  const query = useCall(readMoneyStatistics, { query: { ...queryOfPeriod(period), ...filters, by } });
  const earlier = useCall(readMoneyStatistics, { query: { ...queryOfPeriod(before), ...filters, by } }).data;
  return (
    <Loaded query={query} what="the money">
      {(now) => (
        <>
          <EarnedPanel now={now} before={earlier} filters={filters} />
          {isFiltered(filters) ? (
            <Notice kind="plain">
              Money taken and owed is not shown with filters: one payment can be for visits of several
              services, regions and cleaners.
            </Notice>
          ) : (
            <>
              <MoneyInPanel now={now} before={earlier} />
              <OwedPanel now={now} before={earlier} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

const NOTHING_EARNED = 'No visits were done in this period.';
const NOTHING_TAKEN = 'No money came in or went out in this period.';

function EarnedPanel({ now, before, filters }: MoneyProps & { readonly filters: VisitFilters }) {
  const average = (total: number, of: number) => (of === 0 ? null : Math.round(total / of));
  return (
    <Panel
      title="Earned"
      note="Visits done, by the date of the visit: the money agreed for them, paid or not, and their hours of credit at the price of the tier. GST is included."
    >
      <dl className={styles.statistics}>
        <Statistic
          label="Earned"
          now={now.earned.total}
          before={before?.earned.total}
          format={money}
          to={doneLink(now, { ...filters })}
          detail={
            now.earned.hoursValue > 0
              ? `${money(now.earned.hoursValue)} of it with hours of credit`
              : undefined
          }
        />
        <Statistic
          label="Visits done"
          now={now.earned.visits}
          before={before?.earned.visits}
          format={count}
          to={doneLink(now, { ...filters })}
        />
        <Statistic
          label="Per visit"
          now={average(now.earned.total, now.earned.visits)}
          before={before && average(before.earned.total, before.earned.visits)}
          format={money}
        />
        <Statistic
          label="Per hour of work"
          now={average(now.earned.total, now.earned.hours)}
          before={before && average(before.earned.total, before.earned.hours)}
          format={money}
        />
        <Statistic
          label="Cancellation fees"
          now={now.kept.total}
          before={before?.kept.total}
          format={money}
          to={jobsLink(now, { ...filters, status: 'cancelled' })}
          detail="Not part of what visits earned"
        />
      </dl>
      {now.earned.visits === 0 && !before?.earned.visits ? (
        <p className="k-muted">{NOTHING_EARNED}</p>
      ) : (
        <>
          <RowsChart
            title="Money earned over time"
            rows={now.rows}
            before={before?.rows}
            figureOf={(row) => row.earned}
            format={(cents) => money(cents, { short: true })}
          />
          <StatisticsTable
            caption="Earned by service"
            file={fileOf('earned by service', now)}
            rows={now.earnedByService.map((row) => ({
              ...row,
              id: row.jobType,
              name: JOB_TYPE_NAMES[row.jobType],
              to: doneLink(now, { ...filters, jobType: row.jobType }),
            }))}
            columns={[
              nameColumn('Service'),
              {
                title: 'Visits',
                number: true,
                csv: (row) => row.visits,
                show: (row) => <Counted count={row.visits} to={row.to} />,
              },
              hoursColumn,
              amount('Earned', 'total'),
            ]}
          />
          <StatisticsTable
            isFolded
            caption={`Earned by ${now.by}`}
            file={fileOf('earned', now)}
            rows={withIDs(now.rows)}
            columns={[
              periodColumn(now.by),
              { title: 'Visits', number: true, csv: (row) => row.visits, show: (row) => count(row.visits) },
              amount('Earned', 'earned'),
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function MoneyInPanel({ now, before }: MoneyProps) {
  return (
    <Panel
      title="Taken"
      note="Payments less refunds, by the date of the transaction. Payments with hours are left out: their money was taken when the hours were bought."
      end={<Link to={transactionsLink(now)}>All transactions</Link>}
    >
      <dl className={styles.statistics}>
        <Statistic
          label="Taken"
          now={now.taken.net}
          before={before?.taken.net}
          format={money}
          to={transactionsLink(now, { method: 'money' })}
        />
        <Statistic label="Payments" now={now.taken.payments} before={before?.taken.payments} format={money} />
        <Statistic
          label="Refunds"
          now={now.taken.refunds}
          before={before?.taken.refunds}
          format={money}
          to={transactionsLink(now, { type: 'refund' })}
        />
        {now.gst !== null && (
          <Statistic
            label={`Of which GST (${now.gst.percent}%)`}
            now={now.gst.total}
            before={before?.gst?.total}
            format={money}
          />
        )}
      </dl>
      {now.taken.count === 0 && !before?.taken.count ? (
        <p className="k-muted">{NOTHING_TAKEN}</p>
      ) : (
        <>
          <RowsChart
            title="Money taken over time"
            rows={now.rows}
            before={before?.rows}
            figureOf={(row) => row.net}
            format={(cents) => money(cents, { short: true })}
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption="Taken by method"
              file={fileOf('taken by method', now)}
              rows={now.takenByMethod.map((row) => ({
                ...row,
                id: row.method,
                name: METHOD_NAMES[row.method],
                to: transactionsLink(now, { method: row.method }),
              }))}
              columns={[
                nameColumn('Method'),
                countColumn('Transactions'),
                amount('Payments', 'payments'),
                amount('Refunds', 'refunds'),
                amount('Taken', 'net'),
              ]}
            />
            <StatisticsTable
              caption="Taken by kind"
              file={fileOf('taken by kind', now)}
              rows={now.takenByType.map((row) => ({
                ...row,
                id: row.type,
                name: TYPE_NAMES[row.type],
                to: transactionsLink(now, { type: row.type, method: 'money' }),
              }))}
              columns={[nameColumn('Kind'), countColumn('Transactions'), amount('Taken', 'total')]}
            />
          </div>
          <StatisticsTable
            isFolded
            caption={`Taken by ${now.by}`}
            file={fileOf('taken', now)}
            rows={withIDs(now.rows)}
            columns={[
              periodColumn(now.by),
              amount('Payments', 'payments'),
              amount('Refunds', 'refunds'),
              amount('Taken', 'net'),
            ]}
          />
        </>
      )}
    </Panel>
  );
}

function OwedPanel({ now, before }: MoneyProps) {
  const { date } = useFormat();
  const { owedToUs, owedByUs } = now;
  const isNow = now.to_date >= today();
  return (
    <Panel title="Owed" note={isNow ? 'Now.' : `Closing balance of ${date(now.to_date, 'dated')}.`}>
      <dl className={styles.statistics}>
        <Statistic
          label="Owed to us"
          now={owedToUs.visits.total}
          before={before?.owedToUs.visits.total}
          format={money}
          // The list shows what is unpaid today, which is less than what was on an earlier day.
          to={isNow ? linkTo('/admin/jobs', { status: 'confirmed', to_date: now.to_date }) : undefined}
          detail={`${count(owedToUs.visits.count)} ${owedToUs.visits.count === 1 ? 'visit' : 'visits'} done and not paid`}
        />
        <Statistic label="Owed by us" now={owedByUs.total} before={before?.owedByUs.total} format={money} />
      </dl>
      <StatisticsTable
        caption="Owed by us"
        file={fileOf('owed', now)}
        rows={[
          {
            id: 'hours',
            name: 'Prepaid hours, at the price of their tier',
            what: hours(owedByUs.hours.hours, 'en'),
            to: `/admin/statistics?${new URLSearchParams({ tab: 'hours', from_date: now.from_date, to_date: now.to_date })}`,
            total: owedByUs.hours.value,
          },
          {
            id: 'refunds',
            name: 'Refunds waiting for a bank or for us',
            what: count(owedByUs.refundsDue.count),
            to: '/admin/transactions/alarms',
            total: owedByUs.refundsDue.total,
          },
          {
            id: 'unallocated',
            name: 'Unallocated receipts',
            what: '',
            to: '/admin/transactions/alarms',
            total: owedByUs.unallocated,
          },
        ]}
        columns={[
          { title: 'What', csv: (row) => row.name, show: (row) => <Link to={row.to}>{row.name}</Link> },
          { title: 'Number', number: true, csv: (row) => row.what, show: (row) => row.what || '–' },
          amount('Owed', 'total'),
        ]}
      />
    </Panel>
  );
}

const hoursColumn: StatisticsColumn<{ readonly hours: number }> = {
  title: 'Hours',
  number: true,
  csv: (row) => row.hours,
  show: (row) => count(row.hours),
};

/** A column of cents. */
function amount<K extends string>(title: string, of: K): StatisticsColumn<Readonly<Record<K, number>>> {
  return { title, number: true, csv: (row) => dollars(row[of]), show: (row) => money(row[of]) };
}

type Days = Pick<Money, 'from_date' | 'to_date'>;

/** Visits that go ahead, up to today: those that are done, and today’s. */
function doneLink(now: Days, filters: Readonly<Record<string, string>> = {}): string {
  const day = today();
  const to_date = now.to_date > day && now.from_date <= day ? day : now.to_date;
  return jobsLink({ ...now, to_date }, { status: 'going-ahead', ...filters });
}

function jobsLink({ from_date, to_date }: Days, filters: Readonly<Record<string, string>>): string {
  return linkTo('/admin/jobs', { from_date, to_date, ...filters });
}

function transactionsLink(
  { from_date, to_date }: Days,
  filters: Readonly<Record<string, string>> = {},
): string {
  return linkTo('/admin/transactions', { from_date, to_date, ...filters });
}
