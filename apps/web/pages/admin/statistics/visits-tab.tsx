import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { readVisitStatistics } from '#features/office/statistics/contract.ts';
import { ON_TIME_MINUTES, percentOfAll } from '#features/office/statistics/rules/visits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { count, linkTo, type PanelPeriods, queryOfPeriod, type VisitFilters } from './panel.ts';
import { fileOf, periodColumn, RowsChart, withIDs } from './period-rows.tsx';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { Counted, nameColumn, type StatisticsColumn, StatisticsTable } from './statistics-table.tsx';

type Visits = CallReply<typeof readVisitStatistics>;

interface VisitsProps {
  readonly now: Visits;
  readonly before: Visits | undefined;
  readonly filters: VisitFilters;
}

/** How many visits there were, which ones, and how well they went. */
export function VisitsTab({ period, before, by, filters }: PanelPeriods) {
  const query = useCall(readVisitStatistics, { query: { ...queryOfPeriod(period), ...filters, by } });
  const earlier = useCall(readVisitStatistics, { query: { ...queryOfPeriod(before), ...filters, by } }).data;
  return (
    <Loaded query={query} what="the visits">
      {(now) => (
        <>
          <BookedPanel now={now} before={earlier} filters={filters} />
          <QualityPanel now={now} before={earlier} filters={filters} />
        </>
      )}
    </Loaded>
  );
}

function BookedPanel({ now, before, filters }: VisitsProps) {
  const cancelled = ({ cancelled: of }: Visits) => of.byCustomer + of.byCompany;
  return (
    <Panel title="Visits" note="Paid, or to be paid later, by the date of the visit. Visits ahead count too.">
      <dl className={styles.statistics}>
        <Statistic
          label="Visits"
          now={now.visits}
          before={before?.visits}
          format={count}
          to={jobsLink(now, { ...filters, status: 'going-ahead' })}
          detail={now.done < now.visits ? `${count(now.done)} done` : undefined}
        />
        <Statistic
          label="Hours of work"
          now={now.hours}
          before={before?.hours}
          format={count}
          to={jobsLink(now, { ...filters, status: 'going-ahead' })}
        />
        <Statistic
          label="Cancelled"
          now={cancelled(now)}
          before={before && cancelled(before)}
          format={count}
          to={jobsLink(now, { ...filters, status: 'cancelled' })}
          detail={
            cancelled(now) > 0
              ? `${count(now.cancelled.byCustomer)} by customers, ${count(now.cancelled.byCompany)} by us; ${count(now.cancelled.within24Hours)} within 24 hours`
              : undefined
          }
        />
      </dl>
      {now.visits === 0 && !before?.visits ? (
        <p className="k-muted">There are no visits in this period.</p>
      ) : (
        <>
          <RowsChart
            title="Visits over time"
            rows={now.rows}
            before={before?.rows}
            figureOf={(row) => row.visits}
            format={count}
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption="Visits by service"
              file={fileOf('visits by service', now)}
              rows={now.byService.map((row) => ({
                ...row,
                id: row.jobType,
                name: JOB_TYPE_NAMES[row.jobType],
                to: jobsLink(now, { ...filters, status: 'going-ahead', jobType: row.jobType }),
              }))}
              columns={[
                nameColumn('Service'),
                {
                  title: 'Visits',
                  number: true,
                  csv: (row) => row.visits,
                  show: (row) => <Counted count={row.visits} to={row.to} />,
                },
                figure('Hours', 'hours'),
              ]}
            />
            <StatisticsTable
              caption="Visits by source"
              file={fileOf('visits by source', now)}
              rows={now.bySource.map((row) => ({
                ...row,
                id: row.source,
                name: row.source === 'site' ? 'Booked by customers' : 'Booked by the office',
                to: jobsLink(now, { ...filters, status: 'going-ahead', source: row.source }),
              }))}
              columns={[
                nameColumn('Source'),
                {
                  title: 'Visits',
                  number: true,
                  csv: (row) => row.visits,
                  show: (row) => <Counted count={row.visits} to={row.to} />,
                },
                figure('Hours', 'hours'),
              ]}
            />
          </div>
          <HourGrid
            cells={now.byHour.map((cell) => ({
              ...cell,
              to: jobsLink(now, {
                ...filters,
                status: 'going-ahead',
                weekday: String(cell.weekday),
                hour: String(cell.hour),
              }),
            }))}
            file={fileOf('visits by hour', now)}
          />
        </>
      )}
    </Panel>
  );
}

function QualityPanel({ now, before, filters }: VisitsProps) {
  const clocked = ({ arrivals }: Visits) => arrivals.onTime + arrivals.late;
  return (
    <Panel
      title="How visits went"
      note={`Utilisation: booked hours as a share of available hours, by cleaners’ current weekly hours. On time: cleaners who clocked in no more than ${ON_TIME_MINUTES} minutes late. Same cleaner: repeat visits with a cleaner from the customer’s previous visit.`}
    >
      <dl className={styles.statistics}>
        {now.filled && (
          <Statistic
            label="Utilisation"
            isShare
            now={percentOfAll(now.filled.booked, now.filled.available)}
            before={before?.filled && percentOfAll(before.filled.booked, before.filled.available)}
            format={percent}
            detail={`${count(now.filled.booked)} of ${count(now.filled.available)} hours`}
          />
        )}
        <Statistic
          label="On time"
          isShare
          now={percentOfAll(now.arrivals.onTime, clocked(now))}
          before={before && percentOfAll(before.arrivals.onTime, clocked(before))}
          format={percent}
          detail={`${count(now.arrivals.late)} late, ${count(now.arrivals.missing)} without a clock-in`}
        />
        <Statistic
          label="Same cleaner"
          isShare
          now={percentOfAll(now.repeat.sameCleaner, now.repeat.visits)}
          before={before && percentOfAll(before.repeat.sameCleaner, before.repeat.visits)}
          format={percent}
          detail={`${count(now.repeat.sameCleaner)} of ${count(now.repeat.visits)} repeat visits`}
        />
        <Statistic
          label="Cleaned again"
          now={now.recleans.visits}
          before={before?.recleans.visits}
          format={count}
          detail={`of ${count(now.done)} visits done`}
        />
      </dl>
      {now.recleans.byCleaner.length > 0 && (
        <StatisticsTable
          caption="Cleaned again, by cleaner of the first visit"
          file={fileOf('cleaned again by cleaner', now)}
          rows={now.recleans.byCleaner.map((row) => ({
            ...row,
            id: row.cleanerID,
            name: row.fullname,
          }))}
          columns={[
            nameColumn('Cleaner'),
            figure('Visits done', 'done'),
            figure('Cleaned again', 'recleans'),
          ]}
        />
      )}
      {now.filled === null && (
        <p className="k-muted">
          Utilisation is not shown for a service or a region: cleaners are available for all of them.
        </p>
      )}
      {now.filled !== null && now.filled.available > 0 && (
        <RowsChart
          title="Utilisation over time, in percent"
          shape="line"
          rows={now.rows}
          before={before?.rows}
          figureOf={(row) => percentOfAll(row.booked, row.available ?? 0)}
          format={percent}
        />
      )}
      <StatisticsTable
        isFolded
        caption={`Visits by ${now.by}`}
        file={fileOf('visits', now)}
        rows={withIDs(now.rows)}
        columns={[
          periodColumn(now.by),
          linked('Visits', ({ visits }) => visits, { ...filters, status: 'going-ahead' }),
          figure('Done', 'done'),
          linked('Cancelled', ({ cancelled }) => cancelled, { ...filters, status: 'cancelled' }),
          figure('Booked hours', 'booked'),
          {
            title: 'Available hours',
            number: true,
            csv: ({ available }) => available ?? '',
            show: ({ available }) => (available === null ? '–' : count(available)),
          },
          figure('On time', 'onTime'),
          figure('Late', 'late'),
          figure('Repeat visits', 'repeat'),
          figure('Same cleaner', 'sameCleaner'),
        ]}
      />
    </Panel>
  );
}

type Row = Visits['rows'][number];

/** A figure of a day, week or month, with the list of its visits. */
function linked(
  title: string,
  figureOf: (row: Row) => number,
  filters: Readonly<Record<string, string>>,
): StatisticsColumn<Row> {
  return {
    title,
    number: true,
    csv: figureOf,
    show: (row) => <Counted count={figureOf(row)} to={jobsLink(row, filters)} />,
  };
}

function figure<K extends string>(title: string, of: K): StatisticsColumn<Readonly<Record<K, number>>> {
  return { title, number: true, csv: (row) => row[of], show: (row) => count(row[of]) };
}

function percent(share: number): string {
  return `${share}%`;
}

function jobsLink(
  { from_date, to_date }: Pick<Visits, 'from_date' | 'to_date'>,
  filters: Readonly<Record<string, string>>,
): string {
  return linkTo('/admin/jobs', { from_date, to_date, ...filters });
}

interface Cell {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly visits: number;
  /** The list of these visits. */
  readonly to: string;
}

interface HourGridProps {
  readonly cells: readonly Cell[];
  readonly file: string;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Shown at least. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** When visits begin: weekdays by hours, the more the darker. */
function HourGrid({ cells, file }: HourGridProps) {
  const first = Math.min(FIRST_HOUR, ...cells.map(({ hour }) => hour));
  const last = Math.max(LAST_HOUR, ...cells.map(({ hour }) => hour));
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(...cells.map(({ visits }) => visits));
  const cellAt = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
  return (
    <div className={styles.table}>
      <div className={styles.tableHead}>
        <h3>When visits begin</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys */}
      <section className={styles.grid} aria-label="Visits by weekday and hour" tabIndex={0}>
        <table>
          <caption className="k-hidden">When visits begin</caption>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {nameOf(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {hours.map((hour) => {
                  const cell = cellAt(index + 1, hour);
                  if (cell === undefined) return <td key={hour} />;
                  return (
                    <td key={hour} data-level={Math.ceil((cell.visits / most) * 4)}>
                      <Link
                        to={cell.to}
                        aria-label={`${cell.visits.toLocaleString('en-SG')} visits, ${name} ${nameOf(hour)}`}
                      >
                        {cell.visits.toLocaleString('en-SG')}
                      </Link>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <StatisticsTable
        isFolded
        caption="Visits by weekday and hour"
        file={file}
        rows={cells.map((cell) => ({ ...cell, id: `${cell.weekday} ${cell.hour}` }))}
        columns={[
          {
            title: 'Weekday',
            csv: (row) => WEEKDAYS[row.weekday - 1] ?? '',
            show: (row) => WEEKDAYS[row.weekday - 1],
          },
          { title: 'Hour', number: true, csv: (row) => row.hour, show: (row) => nameOf(row.hour) },
          {
            title: 'Visits',
            number: true,
            csv: (row) => row.visits,
            show: (row) => <Counted count={row.visits} to={row.to} />,
          },
        ]}
      />
    </div>
  );
}

/** `9 am` */
function nameOf(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
}
