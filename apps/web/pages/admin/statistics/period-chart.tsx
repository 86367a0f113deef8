import { t } from '#platform/web/i18n/office.ts';
import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';

export interface ChartBar {
  readonly label: string;
  readonly now: number | null;
  /** The previous period's value at the same position. */
  readonly before: number | null;
}

export interface PeriodChartProps {
  /** Its text alternative; the figures are in the table below. */
  readonly title: string;
  readonly bars: readonly ChartBar[];
  readonly shape?: 'bar' | 'line';
  /** The bars are categories rather than days: the previous period is a bar next to each, not a line. */
  readonly categories?: true;
  format(figure: number): string;
}

const HEIGHT = 220; // px

/** Bars (or a line) of a period, and a dashed line for the previous one. */
export default function PeriodChart(props: PeriodChartProps) {
  const { title, bars, shape = 'bar', categories = false, format } = props;
  return (
    <div role="img" aria-label={title}>
      <CompositeChart
        h={HEIGHT}
        data={bars.map((bar) => ({ ...bar }))}
        dataKey="label"
        series={[
          { name: 'now', label: t('This period'), color: 'var(--k-act)', type: shape },
          {
            name: 'before',
            label: t('Previous period'),
            color: 'var(--k-ink-2)',
            type: categories ? 'bar' : 'line',
            strokeDasharray: '4 4',
          },
        ]}
        curveType="linear"
        withDots={bars.length === 1}
        withLegend
        maxBarWidth={40}
        valueFormatter={format}
        yAxisProps={{ width: 84, allowDecimals: false }}
        // The chart has one accessible name; its parts are not focusable.
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
