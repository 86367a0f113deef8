import { useState } from 'react';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { readJobStatistics } from '#features/work/jobs/contract/statistics.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { ComparisonChart, sumOf } from './charts.tsx';
import { count, linkTo, type PanelPeriods, queryOfPeriod } from './panel.ts';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { amountColumn, countColumn, dayColumn, nameColumn, StatisticsTable } from './statistics-table.tsx';

type JobStatistics = CallReply<typeof readJobStatistics>;

const STATUS_NAMES: Readonly<Record<JobStatistics['byStatus'][number]['status'], string>> = {
  pending: 'Held, not paid',
  confirmed: 'To be paid later',
  paid: 'Paid',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** Visits by the day on which they take place. */
export function JobsPanel({ period, before, by }: PanelPeriods) {
  const query = useCall(readJobStatistics, { query: queryOfPeriod(period) });
  const earlier = useCall(readJobStatistics, { query: queryOfPeriod(before) }).data;
  return (
    <Panel title="Jobs" note="Paid visits, by the date of the visit">
      <Loaded query={query} what="the visits">
        {(jobs) => (
          <>
            <JobsOverTime jobs={jobs} earlier={earlier} by={by} />
            <div className={styles.tables}>
              <ByService jobs={jobs} />
              <ByState jobs={jobs} />
            </div>
            <ByDay jobs={jobs} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const MEASURES = [
  { value: 'count', label: 'Visits' },
  { value: 'total', label: 'S$' },
] as const;
type Measure = (typeof MEASURES)[number]['value'];

interface JobsProps {
  readonly jobs: JobStatistics;
}

interface OverTimeProps extends JobsProps, Pick<PanelPeriods, 'by'> {
  readonly earlier: JobStatistics | undefined;
}

function JobsOverTime({ jobs, earlier, by }: OverTimeProps) {
  const { money } = useFormat();
  const [measure, setMeasure] = useState<Measure>('count');
  return (
    <>
      <dl className={styles.statistics}>
        <Statistic
          label="Paid visits"
          now={jobs.count}
          before={earlier?.count}
          format={count}
          to={jobsLink(jobs, { status: 'paid' })}
        />
        <Statistic label={IN_MONEY} now={jobs.total} before={earlier?.total} format={money} />
      </dl>
      <Segments<Measure> label="Chart" hideLabel options={MEASURES} value={measure} onChange={setMeasure} />
      <ComparisonChart
        title={measure === 'count' ? 'Paid visits over time' : 'Value of paid visits over time'}
        rows={jobs.rows}
        before={earlier?.rows}
        by={by}
        figureOf={(rows) => sumOf(rows, (row) => row[measure])}
        format={measure === 'count' ? count : (cents) => money(cents, { short: true })}
      />
    </>
  );
}

/** Visits paid with credit hours are not included. */
const IN_MONEY = 'Value, excluding credit hours';
const SUMS = [countColumn('Visits'), amountColumn(IN_MONEY)] as const;

function ByService({ jobs }: JobsProps) {
  const rows = jobs.byType.map(({ jobType, ...sums }) => ({
    id: jobType,
    name: JOB_TYPE_NAMES[jobType],
    to: jobsLink(jobs, { jobType, status: 'paid' }),
    ...sums,
  }));
  return (
    <StatisticsTable
      caption="By service"
      file={fileOf('jobs by service', jobs)}
      rows={rows}
      columns={[nameColumn('Service'), ...SUMS]}
    />
  );
}

function ByState({ jobs }: JobsProps) {
  const rows = jobs.byStatus.map(({ status, ...sums }) => ({
    id: status,
    name: STATUS_NAMES[status],
    to: jobsLink(jobs, { status }),
    ...sums,
  }));
  return (
    <StatisticsTable
      caption="By status"
      file={fileOf('jobs by status', jobs)}
      rows={rows}
      columns={[nameColumn('Status'), ...SUMS]}
    />
  );
}

function ByDay({ jobs }: JobsProps) {
  const rows = jobs.rows.map((row) => ({
    ...row,
    id: row.date,
    to: jobsLink({ from_date: row.date, to_date: row.date }, { status: 'paid' }),
  }));
  return (
    <StatisticsTable
      isFolded
      caption="Jobs by day"
      file={fileOf('jobs', jobs)}
      rows={rows}
      columns={[dayColumn, ...SUMS]}
    />
  );
}

type Days = Pick<JobStatistics, 'from_date' | 'to_date'>;

function jobsLink({ from_date, to_date }: Days, filters: Readonly<Record<string, string>>): string {
  return linkTo('/admin/jobs', { from_date, to_date, ...filters });
}

function fileOf(what: string, { from_date, to_date }: Days): string {
  return `${what} ${from_date} to ${to_date}`;
}
