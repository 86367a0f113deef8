import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { useFormat } from '#platform/web/format.ts';
import { Chart } from './charts.tsx';
import type { PeriodChartProps } from './period-chart.tsx';
import type { StatisticsColumn } from './statistics-table.tsx';

/** Days, weeks or months as the server adds them up. */
export interface PeriodRow {
  readonly from_date: string;
  readonly to_date: string;
}

interface RowsChartProps<Row> extends Omit<PeriodChartProps, 'bars'> {
  readonly rows: readonly Row[];
  readonly before: readonly NoInfer<Row>[] | undefined;
  /** Null leaves a gap. */
  figureOf(row: NoInfer<Row>): number | null;
}

/** A bar a row, with the earlier period overlaid row by row. */
export function RowsChart<Row extends PeriodRow>(props: RowsChartProps<Row>) {
  const { rows, before = [], figureOf, ...chart } = props;
  const { date } = useFormat();
  const bars = Array.from({ length: Math.max(rows.length, before.length) }, (_, i) => {
    const [row, earlier] = [rows[i], before[i]];
    return {
      label: row === undefined ? '' : date(row.from_date),
      now: row === undefined ? null : figureOf(row),
      before: earlier === undefined ? null : figureOf(earlier),
    };
  });
  return <Chart {...chart} bars={bars} />;
}

const TITLES: Readonly<Record<Grouping, string>> = { day: 'Day', week: 'Week from', month: 'Month from' };

export function periodColumn(by: Grouping): StatisticsColumn<PeriodRow> {
  return { title: TITLES[by], csv: (row) => row.from_date, show: (row) => <FirstDay of={row.from_date} /> };
}

function FirstDay({ of }: { readonly of: string }) {
  const { date } = useFormat();
  return date(of, 'dated');
}

/** For a table's rows. */
export function withIDs<Row extends PeriodRow>(rows: readonly Row[]): (Row & { readonly id: string })[] {
  return rows.map((row) => ({ ...row, id: row.from_date }));
}

export function fileOf(what: string, { from_date, to_date }: PeriodRow): string {
  return `${what} ${from_date} to ${to_date}`;
}
