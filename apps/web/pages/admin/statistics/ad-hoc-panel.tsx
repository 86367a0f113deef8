import { readAdHocStatistics } from '#features/money/payments/contract/ad-hoc.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { amountColumn, countColumn, dayColumn } from './columns.tsx';
import { ComparisonChart, sumOf } from './comparison-chart.tsx';
import { count, linkTo, type PanelPeriods, queryOfPeriod } from './panel.ts';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { StatisticsTable } from './statistics-table.tsx';

type AdHocStatistics = CallReply<typeof readAdHocStatistics>;

/** Charges without a booking. */
export function AdHocPanel({ period, before, by }: PanelPeriods) {
  const query = useCall(readAdHocStatistics, { query: queryOfPeriod(period) });
  const earlier = useCall(readAdHocStatistics, { query: queryOfPeriod(before) }).data;
  return (
    <Panel title="Ad-hoc charges" note="Charged to saved cards by the office, before refunds">
      <Loaded query={query} what="the ad-hoc charges">
        {(charges) => <Charges charges={charges} earlier={earlier} by={by} />}
      </Loaded>
    </Panel>
  );
}

interface ChargesProps extends Pick<PanelPeriods, 'by'> {
  readonly charges: AdHocStatistics;
  readonly earlier: AdHocStatistics | undefined;
}

function Charges({ charges, earlier, by }: ChargesProps) {
  const { money } = useFormat();
  const rows = charges.rows.map((row) => ({
    ...row,
    id: row.date,
    to: chargesLink({ from_date: row.date, to_date: row.date }),
  }));
  return (
    <>
      <dl className={styles.statistics}>
        <Statistic
          label="Charges"
          now={charges.count}
          before={earlier?.count}
          format={count}
          to={chargesLink(charges)}
        />
        <Statistic label="Charged" now={charges.total} before={earlier?.total} format={money} />
      </dl>
      {(charges.count > 0 || (earlier?.count ?? 0) > 0) && (
        <ComparisonChart
          title="Ad-hoc charges over time"
          rows={charges.rows}
          before={earlier?.rows}
          by={by}
          figureOf={(rows) => sumOf(rows, ({ total }) => total)}
          format={(cents) => money(cents, { short: true })}
        />
      )}
      <StatisticsTable
        isFolded
        caption="Ad-hoc charges by day"
        file={`ad-hoc charges ${charges.from_date} to ${charges.to_date}`}
        rows={rows}
        columns={[dayColumn, countColumn('Charges'), amountColumn('Charged')]}
      />
    </>
  );
}

function chargesLink({ from_date, to_date }: Pick<AdHocStatistics, 'from_date' | 'to_date'>): string {
  return linkTo('/admin/transactions', { type: 'ad-hoc', from_date, to_date });
}
