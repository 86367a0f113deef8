import { money } from '#platform/web/amounts.ts';
import { Chart } from './chart.tsx';

interface PromoRow {
  readonly code: string;
  /** Cents. */
  readonly discount: number;
}

interface PromoChartProps {
  /** Largest discount first. */
  readonly rows: readonly PromoRow[];
  readonly before: readonly PromoRow[] | undefined;
}

/** The number of codes that fit side by side on a phone; the table has all of them. */
const MAX_CODES = 8;

/** The codes with the largest discounts, one bar each. */
export function PromoChart({ rows, before = [] }: PromoChartProps) {
  const earlier = new Map(before.map(({ code, discount }) => [code, discount]));
  return (
    <Chart
      title="Discounts by promo code"
      bars={rows.slice(0, MAX_CODES).map(({ code, discount }) => ({
        label: code,
        now: discount,
        before: earlier.get(code) ?? 0,
      }))}
      categories
      format={(cents) => money(cents, { short: true })}
    />
  );
}
