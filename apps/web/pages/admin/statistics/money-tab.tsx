import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { METHOD_NAMES, TYPE_NAMES } from '#features/money/payments/web/parts/labels.ts';
import { readMoneyStatistics } from '#features/office/statistics/contract.ts';
import { money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { today } from '#platform/web/business-time.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { date } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
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
    <ComparedPeriods
      call={readMoneyStatistics}
      query={{ ...filters, by }}
      periods={periods}
      what={t('the money')}
    >
      {(shown) => (
        <>
          <EarnedPanel {...shown} />
          {Object.keys(filters).length > 0 ? (
            <Notice kind="plain">
              {t(
                'Money taken and owed is not shown with filters: one payment can be for visits of several services, regions and cleaners.',
              )}
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
    label: t('Earned'),
    figure: ({ earned }) => earned.total,
    format: 'money',
    to: (reply, filters) => doneLink(reply, filters),
    detail: ({ earned }) =>
      earned.hoursValue > 0
        ? t('{{money}} of it with hours of credit', { money: money(earned.hoursValue) })
        : undefined,
  },
  {
    label: t('Visits done'),
    figure: ({ earned }) => earned.visits,
    format: 'count',
    to: (reply, filters) => doneLink(reply, filters),
  },
  { label: t('Per visit'), figure: ({ earned }) => average(earned.total, earned.visits), format: 'money' },
  {
    label: t('Per hour of work'),
    figure: ({ earned }) => average(earned.total, earned.hours),
    format: 'money',
  },
  {
    label: t('Cancellation fees'),
    figure: ({ kept }) => kept.total,
    format: 'money',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'cancelled' }),
    detail: () => t('Not part of what visits earned'),
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
      title={t('Earned')}
      note={t(
        'Visits done, by the date of the visit: the money agreed for them, paid or not, and their hours of credit at the price of the tier. GST is included.',
      )}
    >
      <MeasureList measures={EARNED} shown={shown} />
      {now.earned.visits === 0 && !before?.earned.visits ? (
        <p className="k-muted">{t('No visits were done in this period.')}</p>
      ) : (
        <>
          <RowsChart
            title={t('Money earned over time')}
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.earned}
            format="money"
          />
          <StatisticsTable
            caption={t('Earned by service')}
            file={t('earned by service')}
            days={now}
            rows={now.earnedByService.map((row) => ({
              ...row,
              id: row.jobType,
              name: JOB_TYPE_NAMES[row.jobType],
              to: doneLink(now, { ...filters, jobType: row.jobType }),
            }))}
            columns={[
              nameColumn(t('Service')),
              countColumn(t('Visits'), 'visits'),
              figureColumn(t('Hours'), 'hours'),
              figureColumn(t('Earned'), 'total', 'money'),
            ]}
          />
          <PeriodsTable
            caption={t('Earned')}
            file="earned"
            reply={now}
            columns={[figureColumn(t('Visits'), 'visits'), figureColumn(t('Earned'), 'earned', 'money')]}
          />
        </>
      )}
    </Panel>
  );
}

const TAKEN: readonly Measure<Money>[] = [
  {
    label: t('Taken'),
    figure: ({ taken }) => taken.net,
    format: 'money',
    to: (reply) => transactionsLink(reply, { method: 'money' }),
  },
  { label: t('Payments'), figure: ({ taken }) => taken.payments, format: 'money' },
  {
    label: t('Refunds'),
    figure: ({ taken }) => taken.refunds,
    format: 'money',
    to: (reply) => transactionsLink(reply, { type: 'refund' }),
  },
  {
    label: ({ gst }) => t('Of which GST ({{percent}}%)', { percent: String(gst?.percent) }),
    figure: ({ gst }) => gst?.total,
    format: 'money',
  },
];

const PAYMENTS_AND_REFUNDS = [
  figureColumn(t('Payments'), 'payments', 'money'),
  figureColumn(t('Refunds'), 'refunds', 'money'),
  figureColumn(t('Taken'), 'net', 'money'),
] as const;

function TakenPanel(shown: Shown<Money>) {
  const { now, before } = shown;
  return (
    <Panel
      title={t('Taken')}
      note={t(
        'Payments less refunds, by the date of the transaction. Payments with hours are left out: their money was taken when the hours were bought.',
      )}
      end={<Link to={transactionsLink(now)}>{t('All transactions')}</Link>}
    >
      <MeasureList measures={TAKEN} shown={shown} />
      {now.taken.count === 0 && !before?.taken.count ? (
        <p className="k-muted">{t('No money came in or went out in this period.')}</p>
      ) : (
        <>
          <RowsChart
            title={t('Money taken over time')}
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.net}
            format="money"
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption={t('Taken by method')}
              file={t('taken by method')}
              days={now}
              rows={now.takenByMethod.map((row) => ({
                ...row,
                id: row.method,
                name: METHOD_NAMES[row.method],
                to: transactionsLink(now, { method: row.method }),
              }))}
              columns={[
                nameColumn(t('Method')),
                countColumn(t('Transactions'), 'count'),
                ...PAYMENTS_AND_REFUNDS,
              ]}
            />
            <StatisticsTable
              caption={t('Taken by kind')}
              file={t('taken by kind')}
              days={now}
              rows={now.takenByType.map((row) => ({
                ...row,
                id: row.type,
                name: TYPE_NAMES[row.type],
                to: transactionsLink(now, { type: row.type, method: 'money' }),
              }))}
              columns={[
                nameColumn(t('Kind')),
                countColumn(t('Transactions'), 'count'),
                figureColumn(t('Taken'), 'total', 'money'),
              ]}
            />
          </div>
          <PeriodsTable caption={t('Taken')} file="taken" reply={now} columns={PAYMENTS_AND_REFUNDS} />
        </>
      )}
    </Panel>
  );
}

const OWED: readonly Measure<Money>[] = [
  {
    label: t('Owed to us'),
    figure: ({ owedToUs }) => owedToUs.visits.total,
    format: 'money',
    // The list shows what is unpaid today, which is less than what was on an earlier day.
    to: ({ to_date }) =>
      to_date >= today() ? `/admin/jobs?${new URLSearchParams({ status: 'confirmed', to_date })}` : undefined,
    detail: ({ owedToUs: { visits } }) =>
      visits.count === 1
        ? t('{{count}} visit done and not paid', { count: count(visits.count) })
        : t('{{count}} visits done and not paid', { count: count(visits.count) }),
  },
  { label: t('Owed by us'), figure: ({ owedByUs }) => owedByUs.total, format: 'money' },
];

function OwedPanel(shown: Shown<Money>) {
  const { from_date, to_date, owedByUs } = shown.now;
  const note =
    to_date >= today()
      ? t('Now.')
      : t('Closing balance of {{date}}.', { date: date(to_date, officeLanguage(), 'dated') });
  return (
    <Panel title={t('Owed')} note={note}>
      <MeasureList measures={OWED} shown={shown} />
      <StatisticsTable
        caption={t('Owed by us')}
        file="owed"
        days={shown.now}
        rows={[
          {
            id: 'hours',
            name: t('Prepaid hours, at the price of their tier'),
            number: inHours(owedByUs.hours.hours),
            to: `/admin/statistics?${new URLSearchParams({ tab: 'hours', from_date, to_date })}`,
            total: owedByUs.hours.value,
          },
          {
            id: 'refunds',
            name: t('Refunds waiting for a bank or for us'),
            number: count(owedByUs.refundsDue.count),
            to: '/admin/transactions/alarms',
            total: owedByUs.refundsDue.total,
          },
          {
            id: 'unallocated',
            name: t('Unallocated receipts'),
            number: '',
            to: '/admin/transactions/alarms',
            total: owedByUs.unallocated,
          },
        ]}
        columns={[
          { title: t('What'), csv: (row) => row.name, show: (row) => <Link to={row.to}>{row.name}</Link> },
          { title: t('Number'), number: true, csv: (row) => row.number, show: (row) => row.number || '–' },
          figureColumn(t('Owed'), 'total', 'money'),
        ]}
      />
    </Panel>
  );
}
