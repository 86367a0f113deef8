import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { BYTE_ORDER_MARK, csvLine } from '#platform/kernel/csv.ts';
import { dollars } from '#platform/kernel/money.ts';
import { hours, money } from '#platform/web/amounts.ts';
import type { Callable, CallReply, InputArgument } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { date } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded } from '#platform/web/office/record.tsx';
import type { ChartBar, PeriodChartProps } from './period-chart.tsx';
import { bucketsOf, changeInPercent, type Period } from './periods.ts';
import styles from './statistics.module.css';
import type { PanelPeriods, VisitFilters } from './view.ts';

/* What a panel of statistics consists of: measures compared with an earlier period, charts, and tables with their CSV. */

export function count(figure: number): string {
  return figure.toLocaleString('en-SG').replace('-', '−');
}

/** How a figure is written beside its label, on the axis of a chart, in a table and in CSV. */
const FORMATS = {
  count: { show: count, axis: count, cell: count, csv: Number },
  /** Cents. */
  money: {
    show: (cents: number) => money(cents),
    axis: (cents: number) => money(cents, { short: true }),
    cell: (cents: number) => money(cents),
    csv: dollars,
  },
  hours: { show: inHours, axis: inHours, cell: count, csv: Number },
  /** A share in whole percent. */
  percent: { show: percent, axis: percent, cell: percent, csv: Number },
} as const;
type Format = keyof typeof FORMATS;

export function inHours(figure: number): string {
  return hours(figure, officeLanguage());
}

function percent(share: number): string {
  return `${share}%`;
}

/* Queries and links */

/** The figures of a period, and what they are compared with. */
export interface Shown<Reply> {
  readonly now: Reply;
  /** Undefined while it loads. */
  readonly before: Reply | undefined;
  /** The number of days that a bar of a chart covers. */
  readonly by: Grouping;
  readonly filters: VisitFilters;
}

interface ComparedProps<C extends Callable> {
  readonly call: C;
  /** Besides the days. */
  readonly query?: Readonly<Record<string, string>>;
  readonly periods: PanelPeriods;
  /** For its messages: "the money". */
  readonly what: string;
  children(shown: Shown<CallReply<C>>): ReactNode;
}

/** Reads the figures of a period and of the one before it. */
export function ComparedPeriods<C extends Callable>({
  call,
  query,
  periods,
  what,
  children,
}: ComparedProps<C>) {
  const { period, before, by, filters } = periods;
  // Every route of statistics takes the days and what `query` adds.
  const inputOf = ({ first, last }: Period) =>
    [{ query: { from_date: first, to_date: last, ...query } }] as unknown as InputArgument<C>;
  const read = useCall(call, ...inputOf(period));
  const earlier = useCall(call, ...inputOf(before)).data;
  return (
    <Loaded query={read} what={what}>
      {(now) => <>{children({ now, before: earlier, by, filters })}</>}
    </Loaded>
  );
}

/** The days of a reply, or of one of its rows. */
export interface Days {
  readonly from_date: string;
  readonly to_date: string;
}

type Filters = Readonly<Record<string, string>>;

export function jobsLink(days: Days, filters: Filters): string {
  return linkTo('/admin/jobs', days, filters);
}

export function transactionsLink(days: Days, filters: Filters = {}): string {
  return linkTo('/admin/transactions', days, filters);
}

function linkTo(list: string, { from_date, to_date }: Days, filters: Filters): string {
  return `${list}?${new URLSearchParams({ from_date, to_date, ...filters })}`;
}

/* Measures */

/** A figure of a reply, compared with the same one of an earlier period. */
export interface Measure<Reply> {
  readonly label: string | ((reply: Reply) => string);
  /** Null for a share of nothing; not shown if it is undefined. */
  figure(reply: Reply): number | null | undefined;
  readonly format: Format;
  /** The list of the counted records. */
  to?(reply: Reply, filters: VisitFilters): string | undefined;
  /** What it is counted from: "36 of 40 hours". */
  detail?(reply: Reply): string | undefined;
}

interface MeasuresProps<Reply> {
  readonly measures: readonly Measure<Reply>[];
  readonly shown: Omit<Shown<Reply>, 'by'>;
}

export function MeasureList<Reply>({ measures, shown: { now, before, filters } }: MeasuresProps<Reply>) {
  return (
    <dl className={`k-row k-stretch k-wrap k-mb-14 ${styles.statistics}`}>
      {measures.map((measure) => {
        const label = typeof measure.label === 'string' ? measure.label : measure.label(now);
        const figure = measure.figure(now);
        if (figure === undefined) return null;
        const shown = figure === null ? '–' : FORMATS[measure.format].show(figure);
        const to = figure ? measure.to?.(now, filters) : undefined;
        const detail = measure.detail?.(now);
        return (
          <div key={label} className={styles.statistic}>
            <dt>{label}</dt>
            <dd>
              <b className="k-figure">{to === undefined ? shown : <Link to={to}>{shown}</Link>}</b>
              <Change now={figure} before={before && measure.figure(before)} format={measure.format} />
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly format: Format;
}

function Change({ now, before, format }: ChangeProps) {
  if (now === null || before === null || before === undefined) return null;
  // A change in percent of a share in percent would be misread.
  const change = format === 'percent' ? null : changeInPercent(now, before);
  return (
    <span>
      {change !== null && change !== 0 && <b>{`${change > 0 ? '+' : '−'}${Math.abs(change)}% `}</b>}
      {t('{{show}} before', { show: FORMATS[format].show(before) })}
    </span>
  );
}

/* Charts */

/** Lazy, because its library is large. */
const PeriodChart = lazy(() => import('./period-chart.tsx'));

interface ChartProps extends Omit<PeriodChartProps, 'format'> {
  readonly format: Format;
}

export function Chart({ format, ...props }: ChartProps) {
  return (
    <div className={styles.chart}>
      <Suspense fallback={<Skeleton words={t('Loading the chart')} lines={6} />}>
        <PeriodChart {...props} format={FORMATS[format].axis} />
      </Suspense>
    </div>
  );
}

interface RowsChartProps<Row> extends Omit<ChartProps, 'bars'> {
  readonly rows: readonly Row[];
  readonly before: readonly NoInfer<Row>[] | undefined;
  /** Null leaves a gap. */
  figure(row: NoInfer<Row>): number | null;
}

/** A bar for each row, with the earlier period overlaid row by row. */
export function RowsChart<Row extends Pick<Days, 'from_date'>>(props: RowsChartProps<Row>) {
  const { rows, before = [], figure, ...chart } = props;
  const bars = Array.from({ length: Math.max(rows.length, before.length) }, (_, i): ChartBar => {
    const [row, earlier] = [rows[i], before[i]];
    return {
      label: row === undefined ? '' : date(row.from_date, officeLanguage()),
      now: row === undefined ? null : figure(row),
      before: earlier === undefined ? null : figure(earlier),
    };
  });
  return <Chart {...chart} bars={bars} />;
}

/** Daily rows as those of days, weeks or months. */
export function grouped<Row extends { readonly date: string }, Sums>(
  rows: readonly Row[],
  by: Grouping,
  sumsOf: (rows: readonly Row[]) => Sums,
): (Sums & Pick<Days, 'from_date'>)[] {
  return bucketsOf(rows, by).map((bucket) => ({ ...sumsOf(bucket.rows), from_date: bucket.date }));
}

/* Tables */

export interface Column<Row> {
  readonly title: string;
  /** In CSV format: amounts in dollars, days as `2026-11-30`. */
  csv(row: Row): string | number;
  show(row: Row): ReactNode;
  readonly number?: true;
}

export function nameColumn(title: string): Column<{ readonly name: string }> {
  return { title, csv: ({ name }) => name, show: ({ name }) => name };
}

/** A figure that each row has under this name; null is unknown. */
export function figureColumn<K extends string>(
  title: string,
  key: K,
  format: Format = 'count',
): Column<Readonly<Record<K, number | null>>> {
  const { cell, csv } = FORMATS[format];
  return {
    title,
    number: true,
    csv: ({ [key]: figure }) => (figure === null ? '' : csv(figure)),
    show: ({ [key]: figure }) => (figure === null ? '–' : cell(figure)),
  };
}

/** A figure with a link to the counted records; zero has no link. */
export function linkedColumn<K extends string, Row>(
  title: string,
  key: K,
  to: (row: Row) => string,
): Column<Readonly<Record<K, number>> & Row> {
  return {
    title,
    number: true,
    csv: ({ [key]: figure }) => figure,
    show: (row) => (row[key] === 0 ? '0' : <Link to={to(row)}>{count(row[key])}</Link>),
  };
}

/** The same for rows that have their own link. */
export function countColumn<K extends string>(title: string, key: K) {
  return linkedColumn(title, key, ({ to }: { readonly to: string }) => to);
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly [Column<NoInfer<Row>>, ...Column<NoInfer<Row>>[]];
  readonly rows: readonly Row[];
  /** The CSV file's name, to which the days are added. */
  readonly file: string;
  readonly days?: Days;
  /** For a long table: collapsed behind a button. Always printed. */
  readonly isFolded?: true;
}

/** Figures to read, save and print. */
export function StatisticsTable<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, file, days, isFolded = false } = props;
  const [first, ...others] = columns;
  const [isOpen, setOpen] = useState(!isFolded);
  const id = useId();
  const save = () => {
    const lines = [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ csv }) => csv(row))),
    ];
    const text = BYTE_ORDER_MARK + lines.map(csvLine).join('');
    const name =
      days === undefined
        ? file
        : t('{{file}} {{from_date}} to {{to_date}}', {
            file,
            from_date: days.from_date,
            to_date: days.to_date,
          });
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
  };
  const table = (
    <PanelTable caption={caption} items={rows} columns={[cellsOf(first), ...others.map(cellsOf)]} />
  );
  return (
    <div className={styles.table}>
      <div className={`k-row k-gap-8 ${styles.tableHead}`}>
        <h3>{caption}</h3>
        {isFolded && (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('Hide table') : t('Show table')}
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          icon={IconDownload}
          aria-label={t('CSV: {{caption}}', { caption })}
          onClick={save}
        >
          {t('CSV')}
        </Button>
      </div>
      {isFolded ? (
        <section
          id={id}
          className={styles.rows}
          data-open={isOpen || undefined}
          aria-label={t('Rows')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys
          tabIndex={0}
        >
          {table}
        </section>
      ) : (
        <div id={id}>{table}</div>
      )}
    </div>
  );
}

function cellsOf<Row>({ title, show, number }: Column<Row>) {
  return { title, render: show, ...(number && { number }) };
}

interface DaysTableProps<Row> extends Pick<TableProps<Row>, 'caption' | 'file' | 'rows'> {
  readonly days: Days;
  readonly columns: readonly Column<NoInfer<Row>>[];
}

/** A folded row for each day. */
export function DaysTable<Row extends { readonly date: string }>(props: DaysTableProps<Row>) {
  const { rows, columns, ...table } = props;
  const day: Column<Row> = {
    title: t('Day'),
    csv: (row) => row.date,
    show: (row) => date(row.date, officeLanguage()),
  };
  return (
    <StatisticsTable
      {...table}
      isFolded
      rows={rows.map((row) => ({ ...row, id: row.date }))}
      columns={[day, ...columns]}
    />
  );
}

const PERIOD_TITLES: Readonly<Record<Grouping, string>> = {
  day: t('Day'),
  week: t('Week from'),
  month: t('Month from'),
};

interface PeriodsTableProps<Row> extends Omit<DaysTableProps<Row>, 'rows' | 'days'> {
  readonly reply: Days & { readonly by: Grouping; readonly rows: readonly Row[] };
}

/** A folded row for each day, week or month of a reply. The caption ends with "by day". */
export function PeriodsTable<Row extends Days>({ reply, columns, caption, file }: PeriodsTableProps<Row>) {
  const period: Column<Row> = {
    title: PERIOD_TITLES[reply.by],
    csv: (row) => row.from_date,
    show: (row) => date(row.from_date, officeLanguage(), 'dated'),
  };
  return (
    <StatisticsTable
      isFolded
      caption={t('{{caption}} by {{by}}', { caption, by: reply.by })}
      file={file}
      days={reply}
      rows={reply.rows.map((row) => ({ ...row, id: row.from_date }))}
      columns={[period, ...columns]}
    />
  );
}
