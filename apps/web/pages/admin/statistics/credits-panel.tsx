import { Link } from 'react-router';
import { creditsLeftStatistics } from '#features/money/credits/contract/statistics.ts';
import { dollars } from '#platform/kernel/money.ts';
import { hours, money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { ComparisonChart } from './charts.tsx';
import { type PanelPeriods, queryOfPeriod } from './panel.ts';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { dayColumn, nameColumn, type StatisticsColumn, StatisticsTable } from './statistics-table.tsx';

type CreditStatistics = CallReply<typeof creditsLeftStatistics>;
type CreditPeriod = NonNullable<CreditStatistics['period']>;
type Kind = CreditPeriod['changes'][number]['kind'];

/** What moves hours into customers’ balances and out of them. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  bought: 'Bought',
  received: 'Received as a gift',
  sent: 'Sent to a friend',
  'gift-returned': 'Gifts not claimed',
  held: 'Used for visits',
  returned: 'Returned from visits',
  adjusted: 'Adjusted by the office',
  refunded: 'Refunded',
  expired: 'Expired',
};

/** The hours that customers hold, during the period and now. */
export function CreditsPanel({ period, before, by }: PanelPeriods) {
  const query = useCall(creditsLeftStatistics, { query: queryOfPeriod(period) });
  const earlier = useCall(creditsLeftStatistics, { query: queryOfPeriod(before) }).data?.period;
  return (
    <Panel title="Credits left" note="Unused hours, valued at the price of their tier">
      <Loaded query={query} what="the credit hours">
        {(credits) => (
          <>
            {credits.period && (
              <HoursOverTime period={credits.period} earlier={earlier ?? undefined} by={by} />
            )}
            <div className={styles.tables}>
              {credits.period && <Changes period={credits.period} />}
              <Tiers credits={credits} />
            </div>
            {credits.period && <ByDay period={credits.period} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface PeriodProps {
  readonly period: CreditPeriod;
}

const inHours = (count: number) => hours(count, 'en');

interface OverTimeProps extends PeriodProps, Pick<PanelPeriods, 'by'> {
  readonly earlier: CreditPeriod | undefined;
}

function HoursOverTime({ period, earlier, by }: OverTimeProps) {
  return (
    <>
      <dl className={styles.statistics}>
        <Statistic
          label="Closing balance"
          now={period.closing.hours}
          before={earlier?.closing.hours}
          format={inHours}
        />
        <Statistic label="Worth" now={period.closing.value} before={earlier?.closing.value} format={money} />
      </dl>
      {period.rows.length > 0 && (
        <ComparisonChart
          title="Hours held by customers over time"
          shape="line"
          rows={period.rows}
          before={earlier?.rows}
          by={by}
          figureOf={(rows) => rows.at(-1)?.hours ?? 0}
          format={inHours}
        />
      )}
    </>
  );
}

interface Owed {
  readonly hours: number;
  /** Cents. */
  readonly value: number;
}

/** Hours and their value. */
export const owedColumns: readonly StatisticsColumn<Owed>[] = [
  {
    title: 'Hours',
    number: true,
    csv: (row) => row.hours,
    show: (row) => row.hours.toLocaleString('en-SG').replace('-', '−'),
  },
  {
    title: 'Worth',
    number: true,
    csv: (row) => dollars(row.value),
    show: (row) => money(row.value),
  },
];

/** From the opening to the closing balance, by kind of change. */
function Changes({ period }: PeriodProps) {
  const changes = period.changes.map((row) => ({ ...row, id: row.kind, name: KIND_NAMES[row.kind] }));
  const rows = [
    { id: 'opening', name: 'Opening balance', ...period.opening },
    ...changes,
    { id: 'closing', name: 'Closing balance', ...period.closing },
  ];
  return (
    <StatisticsTable
      caption="Changes"
      file={`credit changes ${period.from_date} to ${period.to_date}`}
      rows={rows}
      columns={[nameColumn('Change'), ...owedColumns]}
    />
  );
}

function Tiers({ credits }: { readonly credits: CreditStatistics }) {
  return (
    <StatisticsTable
      caption="Credits left now, by tier"
      file="credits left by tier"
      rows={credits.tiers.map((row) => ({ ...row, id: String(row.perHour) }))}
      columns={[
        {
          title: 'Tier',
          csv: ({ perHour }) => perHour,
          show: ({ perHour }) => (
            <Link to={`/admin/credits?tier=${perHour}`}>
              {perHour === 0 ? 'Free hours' : `S$${perHour} an hour`}
            </Link>
          ),
        },
        ...owedColumns,
      ]}
    />
  );
}

function ByDay({ period }: PeriodProps) {
  return (
    <StatisticsTable
      isFolded
      caption="Credits left by day"
      file={`credits left ${period.from_date} to ${period.to_date}`}
      rows={period.rows.map((row) => ({ ...row, id: row.date }))}
      columns={[dayColumn, ...owedColumns]}
    />
  );
}
