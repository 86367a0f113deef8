import { lazy, Suspense } from 'react';
import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { PeriodChartProps } from './period-chart.tsx';
import { bucketsOf } from './periods.ts';
import styles from './statistics.module.css';

/** Lazy, because its library is large. */
const PeriodChart = lazy(() => import('./period-chart.tsx'));

export function Chart(props: PeriodChartProps) {
  return (
    <div className={styles.chart}>
      <Suspense fallback={<Skeleton words="Loading the chart" lines={6} />}>
        <PeriodChart {...props} />
      </Suspense>
    </div>
  );
}

interface ComparisonChartProps<Row> extends Omit<PeriodChartProps, 'bars'> {
  readonly rows: readonly Row[];
  readonly before: readonly NoInfer<Row>[] | undefined;
  readonly by: Grouping;
  /** The value of one bar's rows. */
  figureOf(rows: readonly NoInfer<Row>[]): number;
}

/** Daily rows by day, week or month, with the previous period overlaid bar by bar. */
export function ComparisonChart<Row extends { readonly date: string }>(props: ComparisonChartProps<Row>) {
  const { rows, before = [], by, figureOf, ...chart } = props;
  const { date } = useFormat();
  const [now, then] = [bucketsOf(rows, by), bucketsOf(before, by)];
  const length = Math.max(now.length, then.length);
  const bars = Array.from({ length }, (_, i) => {
    const [bucket, earlier] = [now[i], then[i]];
    return {
      label: bucket === undefined ? '' : date(bucket.date),
      now: bucket === undefined ? null : figureOf(bucket.rows),
      before: earlier === undefined ? null : figureOf(earlier.rows),
    };
  });
  return <Chart {...chart} bars={bars} />;
}

export function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}
