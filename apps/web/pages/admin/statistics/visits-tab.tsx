import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { readVisitStatistics } from '#features/office/statistics/contract.ts';
import { ON_TIME_MINUTES, percentOfAll } from '#features/office/statistics/rules/visits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { Panel } from '#platform/web/office/record.tsx';
import {
  ComparedPeriods,
  count,
  countColumn,
  type Days,
  figureColumn,
  jobsLink,
  linkedColumn,
  type Measure,
  MeasureList,
  nameColumn,
  PeriodsTable,
  RowsChart,
  type Shown,
  StatisticsTable,
} from './panel.tsx';
import styles from './statistics.module.css';
import type { PanelPeriods } from './view.ts';

type Visits = CallReply<typeof readVisitStatistics>;

/** How many visits there were, which ones, and how well they went. */
export function VisitsTab(periods: PanelPeriods) {
  const { by, filters } = periods;
  return (
    <ComparedPeriods
      call={readVisitStatistics}
      query={{ ...filters, by }}
      periods={periods}
      what="the visits"
    >
      {(shown) => (
        <>
          <BookedPanel {...shown} />
          <QualityPanel {...shown} />
        </>
      )}
    </ComparedPeriods>
  );
}

const BOOKED: readonly Measure<Visits>[] = [
  {
    label: 'Visits',
    figure: ({ visits }) => visits,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'going-ahead' }),
    detail: ({ visits, done }) => (done < visits ? `${count(done)} done` : undefined),
  },
  {
    label: 'Hours of work',
    figure: ({ hours }) => hours,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'going-ahead' }),
  },
  {
    label: 'Cancelled',
    figure: cancelledIn,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'cancelled' }),
    detail: (reply) => {
      const { byCustomer, byCompany, within24Hours } = reply.cancelled;
      if (cancelledIn(reply) === 0) return undefined;
      return `${count(byCustomer)} by customers, ${count(byCompany)} by us; ${count(within24Hours)} within 24 hours`;
    },
  },
];

function cancelledIn({ cancelled }: Visits): number {
  return cancelled.byCustomer + cancelled.byCompany;
}

const VISITS_AND_HOURS = [countColumn('Visits', 'visits'), figureColumn('Hours', 'hours')] as const;

function BookedPanel(shown: Shown<Visits>) {
  const { now, before, filters } = shown;
  const listOf = (more: Readonly<Record<string, string>>) =>
    jobsLink(now, { ...filters, status: 'going-ahead', ...more });
  return (
    <Panel title="Visits" note="Paid, or to be paid later, by the date of the visit. Visits ahead count too.">
      <MeasureList measures={BOOKED} shown={shown} />
      {now.visits === 0 && !before?.visits ? (
        <p className="k-muted">There are no visits in this period.</p>
      ) : (
        <>
          <RowsChart
            title="Visits over time"
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.visits}
            format="count"
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption="Visits by service"
              file="visits by service"
              days={now}
              rows={now.byService.map((row) => ({
                ...row,
                id: row.jobType,
                name: JOB_TYPE_NAMES[row.jobType],
                to: listOf({ jobType: row.jobType }),
              }))}
              columns={[nameColumn('Service'), ...VISITS_AND_HOURS]}
            />
            <StatisticsTable
              caption="Visits by source"
              file="visits by source"
              days={now}
              rows={now.bySource.map((row) => ({
                ...row,
                id: row.source,
                name: row.source === 'site' ? 'Booked by customers' : 'Booked by the office',
                to: listOf({ source: row.source }),
              }))}
              columns={[nameColumn('Source'), ...VISITS_AND_HOURS]}
            />
          </div>
          <HourGrid
            days={now}
            cells={now.byHour.map((cell) => ({
              ...cell,
              to: listOf({ weekday: String(cell.weekday), hour: String(cell.hour) }),
            }))}
          />
        </>
      )}
    </Panel>
  );
}

const QUALITY: readonly Measure<Visits>[] = [
  {
    label: 'Utilisation',
    figure: ({ filled }) => (filled === null ? undefined : percentOfAll(filled.booked, filled.available)),
    format: 'percent',
    detail: ({ filled }) =>
      filled === null ? undefined : `${count(filled.booked)} of ${count(filled.available)} hours`,
  },
  {
    label: 'On time',
    figure: ({ arrivals }) => percentOfAll(arrivals.onTime, arrivals.onTime + arrivals.late),
    format: 'percent',
    detail: ({ arrivals }) => `${count(arrivals.late)} late, ${count(arrivals.missing)} without a clock-in`,
  },
  {
    label: 'Same cleaner',
    figure: ({ repeat }) => percentOfAll(repeat.sameCleaner, repeat.visits),
    format: 'percent',
    detail: ({ repeat }) => `${count(repeat.sameCleaner)} of ${count(repeat.visits)} repeat visits`,
  },
  {
    label: 'Cleaned again',
    figure: ({ recleans }) => recleans.visits,
    format: 'count',
    detail: ({ done }) => `of ${count(done)} visits done`,
  },
];

function QualityPanel(shown: Shown<Visits>) {
  const { now, before, filters } = shown;
  return (
    <Panel
      title="How visits went"
      note={`Utilisation: booked hours as a share of available hours, by cleaners’ current weekly hours. On time: cleaners who clocked in no more than ${ON_TIME_MINUTES} minutes late. Same cleaner: repeat visits with a cleaner from the customer’s previous visit.`}
    >
      <MeasureList measures={QUALITY} shown={shown} />
      {now.recleans.byCleaner.length > 0 && (
        <StatisticsTable
          caption="Cleaned again, by cleaner of the first visit"
          file="cleaned again by cleaner"
          days={now}
          rows={now.recleans.byCleaner.map((row) => ({ ...row, id: row.cleanerID, name: row.fullname }))}
          columns={[
            nameColumn('Cleaner'),
            figureColumn('Visits done', 'done'),
            figureColumn('Cleaned again', 'recleans'),
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
          figure={(row) => percentOfAll(row.booked, row.available ?? 0)}
          format="percent"
        />
      )}
      <PeriodsTable
        caption="Visits"
        file="visits"
        reply={now}
        columns={[
          linkedColumn('Visits', 'visits', (row: Days) =>
            jobsLink(row, { ...filters, status: 'going-ahead' }),
          ),
          figureColumn('Done', 'done'),
          linkedColumn('Cancelled', 'cancelled', (row: Days) =>
            jobsLink(row, { ...filters, status: 'cancelled' }),
          ),
          figureColumn('Booked hours', 'booked'),
          figureColumn('Available hours', 'available'),
          figureColumn('On time', 'onTime'),
          figureColumn('Late', 'late'),
          figureColumn('Repeat visits', 'repeat'),
          figureColumn('Same cleaner', 'sameCleaner'),
        ]}
      />
    </Panel>
  );
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
  readonly days: Days;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Shown at least. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** When visits begin: weekdays by hours, the more the darker. */
function HourGrid({ cells, days }: HourGridProps) {
  const first = Math.min(FIRST_HOUR, ...cells.map(({ hour }) => hour));
  const last = Math.max(LAST_HOUR, ...cells.map(({ hour }) => hour));
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(...cells.map(({ visits }) => visits));
  const cellAt = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
  return (
    <div className={styles.table}>
      <div className={`k-row k-gap-8 ${styles.tableHead}`}>
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
                      <Link to={cell.to} aria-label={`${count(cell.visits)} visits, ${name} ${nameOf(hour)}`}>
                        {count(cell.visits)}
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
        file="visits by hour"
        days={days}
        rows={cells.map((cell) => ({ ...cell, id: `${cell.weekday} ${cell.hour}` }))}
        columns={[
          {
            title: 'Weekday',
            csv: (row) => WEEKDAYS[row.weekday - 1] ?? '',
            show: (row) => WEEKDAYS[row.weekday - 1],
          },
          { title: 'Hour', number: true, csv: (row) => row.hour, show: (row) => nameOf(row.hour) },
          countColumn('Visits', 'visits'),
        ]}
      />
    </div>
  );
}

/** `9 am` */
function nameOf(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
}
