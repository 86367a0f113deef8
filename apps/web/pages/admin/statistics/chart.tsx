import { lazy, Suspense } from 'react';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import type { PeriodChartProps } from './period-chart.tsx';
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
