import { Link } from 'react-router';
import { promoStatistics } from '#features/money/promo-codes/contract.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { nameColumn } from './columns.tsx';
import { count, type PanelPeriods, queryOfPeriod } from './panel.ts';
import { PromoChart } from './promo-chart.tsx';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { StatisticsTable } from './statistics-table.tsx';

type PromoStatistics = CallReply<typeof promoStatistics>;

/** Discounts by promo codes. */
export function PromoPanel({ period, before }: PanelPeriods) {
  const query = useCall(promoStatistics, { query: queryOfPeriod(period) });
  const earlier = useCall(promoStatistics, { query: queryOfPeriod(before) }).data;
  return (
    <Panel title="Promo codes" note="By payment date, excluding later cancellations">
      <Loaded query={query} what="the promo codes">
        {(promos) => <Promos promos={promos} earlier={earlier} />}
      </Loaded>
    </Panel>
  );
}

interface PromosProps {
  readonly promos: PromoStatistics;
  readonly earlier: PromoStatistics | undefined;
}

function Promos({ promos, earlier }: PromosProps) {
  const { money } = useFormat();
  const rows = promos.rows.map((row) => ({ ...row, id: row.promoCodeID, name: row.label }));
  return (
    <>
      <dl className={styles.statistics}>
        <Statistic label="Uses" now={promos.count} before={earlier?.count} format={count} />
        <Statistic label="Discounts" now={promos.total} before={earlier?.total} format={money} />
      </dl>
      {rows.length === 0 ? (
        <p className="k-muted">No promo codes were used in this period.</p>
      ) : (
        <>
          <PromoChart rows={rows} before={earlier?.rows} />
          <StatisticsTable
            caption="By promo code"
            file={`promo codes ${promos.from_date} to ${promos.to_date}`}
            rows={rows}
            columns={[
              {
                title: 'Code',
                csv: ({ code }) => code,
                show: ({ id, code }) => <Link to={`/admin/promocodes/${id}/view`}>{code}</Link>,
              },
              nameColumn('Label'),
              { title: 'Uses', number: true, csv: ({ uses }) => uses, show: ({ uses }) => count(uses) },
              {
                title: 'Discounts',
                number: true,
                csv: ({ discount }) => dollars(discount),
                show: ({ discount }) => money(discount),
              },
            ]}
          />
        </>
      )}
    </>
  );
}
