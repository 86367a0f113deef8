import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { readVisitStatistics } from '#features/office/statistics/contract.ts';
import { ON_TIME_MINUTES, percentOfAll } from '#features/office/statistics/rules/visits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { t } from '#platform/web/i18n/office.ts';
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
      what={t('the visits')}
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
    label: t('Visits'),
    figure: ({ visits }) => visits,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'going-ahead' }),
    detail: ({ visits, done }) => (done < visits ? t('{{count}} done', { count: count(done) }) : undefined),
  },
  {
    label: t('Hours of work'),
    figure: ({ hours }) => hours,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'going-ahead' }),
  },
  {
    label: t('Cancelled'),
    figure: cancelledIn,
    format: 'count',
    to: (reply, filters) => jobsLink(reply, { ...filters, status: 'cancelled' }),
    detail: (reply) => {
      const { byCustomer, byCompany, within24Hours } = reply.cancelled;
      if (cancelledIn(reply) === 0) return undefined;
      return t('{{count}} by customers, {{count2}} by us; {{count3}} within 24 hours', {
        count: count(byCustomer),
        count2: count(byCompany),
        count3: count(within24Hours),
      });
    },
  },
];

function cancelledIn({ cancelled }: Visits): number {
  return cancelled.byCustomer + cancelled.byCompany;
}

const VISITS_AND_HOURS = [countColumn(t('Visits'), 'visits'), figureColumn(t('Hours'), 'hours')] as const;

function BookedPanel(shown: Shown<Visits>) {
  const { now, before, filters } = shown;
  const listOf = (more: Readonly<Record<string, string>>) =>
    jobsLink(now, { ...filters, status: 'going-ahead', ...more });
  return (
    <Panel
      title={t('Visits')}
      note={t('Paid, or to be paid later, by the date of the visit. Visits ahead count too.')}
    >
      <MeasureList measures={BOOKED} shown={shown} />
      {now.visits === 0 && !before?.visits ? (
        <p className="k-muted">{t('There are no visits in this period.')}</p>
      ) : (
        <>
          <RowsChart
            title={t('Visits over time')}
            rows={now.rows}
            before={before?.rows}
            figure={(row) => row.visits}
            format="count"
          />
          <div className={styles.tables}>
            <StatisticsTable
              caption={t('Visits by service')}
              file={t('visits by service')}
              days={now}
              rows={now.byService.map((row) => ({
                ...row,
                id: row.jobType,
                name: JOB_TYPE_NAMES[row.jobType],
                to: listOf({ jobType: row.jobType }),
              }))}
              columns={[nameColumn(t('Service')), ...VISITS_AND_HOURS]}
            />
            <StatisticsTable
              caption={t('Visits by source')}
              file={t('visits by source')}
              days={now}
              rows={now.bySource.map((row) => ({
                ...row,
                id: row.source,
                name: row.source === 'site' ? t('Booked by customers') : t('Booked by the office'),
                to: listOf({ source: row.source }),
              }))}
              columns={[nameColumn(t('Source')), ...VISITS_AND_HOURS]}
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
    label: t('Utilisation'),
    figure: ({ filled }) => (filled === null ? undefined : percentOfAll(filled.booked, filled.available)),
    format: 'percent',
    detail: ({ filled }) =>
      filled === null
        ? undefined
        : t('{{count}} of {{count2}} hours', {
            count: count(filled.booked),
            count2: count(filled.available),
          }),
  },
  {
    label: t('On time'),
    figure: ({ arrivals }) => percentOfAll(arrivals.onTime, arrivals.onTime + arrivals.late),
    format: 'percent',
    detail: ({ arrivals }) =>
      t('{{count}} late, {{count2}} without a clock-in', {
        count: count(arrivals.late),
        count2: count(arrivals.missing),
      }),
  },
  {
    label: t('Same cleaner'),
    figure: ({ repeat }) => percentOfAll(repeat.sameCleaner, repeat.visits),
    format: 'percent',
    detail: ({ repeat }) =>
      t('{{count}} of {{count2}} repeat visits', {
        count: count(repeat.sameCleaner),
        count2: count(repeat.visits),
      }),
  },
  {
    label: t('Cleaned again'),
    figure: ({ recleans }) => recleans.visits,
    format: 'count',
    detail: ({ done }) => t('of {{count}} visits done', { count: count(done) }),
  },
];

function QualityPanel(shown: Shown<Visits>) {
  const { now, before, filters } = shown;
  return (
    <Panel
      title={t('How visits went')}
      note={t(
        'Utilisation: booked hours as a share of available hours, by cleaners’ current weekly hours. On time: cleaners who clocked in no more than {{on_time_minutes}} minutes late. Same cleaner: repeat visits with a cleaner from the customer’s previous visit.',
        { on_time_minutes: ON_TIME_MINUTES },
      )}
    >
      <MeasureList measures={QUALITY} shown={shown} />
      {now.recleans.byCleaner.length > 0 && (
        <StatisticsTable
          caption={t('Cleaned again, by cleaner of the first visit')}
          file={t('cleaned again by cleaner')}
          days={now}
          rows={now.recleans.byCleaner.map((row) => ({ ...row, id: row.cleanerID, name: row.fullname }))}
          columns={[
            nameColumn(t('Cleaner')),
            figureColumn(t('Visits done'), 'done'),
            figureColumn(t('Cleaned again'), 'recleans'),
          ]}
        />
      )}
      {now.filled === null && (
        <p className="k-muted">
          {t('Utilisation is not shown for a service or a region: cleaners are available for all of them.')}
        </p>
      )}
      {now.filled !== null && now.filled.available > 0 && (
        <RowsChart
          title={t('Utilisation over time, in percent')}
          shape="line"
          rows={now.rows}
          before={before?.rows}
          figure={(row) => percentOfAll(row.booked, row.available ?? 0)}
          format="percent"
        />
      )}
      <PeriodsTable
        caption={t('Visits')}
        file="visits"
        reply={now}
        columns={[
          linkedColumn(t('Visits'), 'visits', (row: Days) =>
            jobsLink(row, { ...filters, status: 'going-ahead' }),
          ),
          figureColumn(t('Done'), 'done'),
          linkedColumn(t('Cancelled'), 'cancelled', (row: Days) =>
            jobsLink(row, { ...filters, status: 'cancelled' }),
          ),
          figureColumn(t('Booked hours'), 'booked'),
          figureColumn(t('Available hours'), 'available'),
          figureColumn(t('On time'), 'onTime'),
          figureColumn(t('Late'), 'late'),
          figureColumn(t('Repeat visits'), 'repeat'),
          figureColumn(t('Same cleaner'), 'sameCleaner'),
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

const WEEKDAYS = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
];
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
        <h3>{t('When visits begin')}</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys */}
      <section className={styles.grid} aria-label={t('Visits by weekday and hour')} tabIndex={0}>
        <table>
          <caption className="k-hidden">{t('When visits begin')}</caption>
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
                        aria-label={t('{{count}} visits, {{name}} {{name2}}', {
                          count: count(cell.visits),
                          name,
                          name2: nameOf(hour),
                        })}
                      >
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
        caption={t('Visits by weekday and hour')}
        file={t('visits by hour')}
        days={days}
        rows={cells.map((cell) => ({ ...cell, id: `${cell.weekday} ${cell.hour}` }))}
        columns={[
          {
            title: t('Weekday'),
            csv: (row) => WEEKDAYS[row.weekday - 1] ?? '',
            show: (row) => WEEKDAYS[row.weekday - 1],
          },
          { title: t('Hour'), number: true, csv: (row) => row.hour, show: (row) => nameOf(row.hour) },
          countColumn(t('Visits'), 'visits'),
        ]}
      />
    </div>
  );
}

/** `9 am` */
function nameOf(hour: number): string {
  return hour < 12
    ? t('{{value}} am', { value: hour % 12 === 0 ? 12 : hour % 12 })
    : t('{{value}} pm', { value: hour % 12 === 0 ? 12 : hour % 12 });
}
