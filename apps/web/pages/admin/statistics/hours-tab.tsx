import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from 'react-router';
import { readHoursOwed } from '#features/office/statistics/contract.ts';
import { dollars } from '#platform/kernel/money.ts';
import { hours, money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { KIND_NAMES, owedColumns } from './credits-panel.tsx';
import { type PanelPeriods, queryOfPeriod } from './panel.ts';
import { fileOf, periodColumn, RowsChart, withIDs } from './period-rows.tsx';
import { Statistic } from './statistic.tsx';
import styles from './statistics.module.css';
import { nameColumn, StatisticsTable } from './statistics-table.tsx';

type HoursOwed = CallReply<typeof readHoursOwed>;
type Tier = HoursOwed['tiers'][number];
type Kind = keyof typeof KIND_NAMES;

/** The prepaid hours that the business owes, and what changed them. */
export function HoursTab({ period, before, by }: PanelPeriods) {
  const { date } = useFormat();
  const query = useCall(readHoursOwed, { query: { ...queryOfPeriod(period), by } });
  const earlier = useCall(readHoursOwed, { query: { ...queryOfPeriod(before), by } }).data;
  const when = period.last >= today() ? 'now' : `at the end of ${date(period.last, 'dated')}`;
  return (
    <Panel
      title="Prepaid hours not used"
      note={`The hours in customers’ balances ${when}, at the price of their tier, and what changed them.`}
      end={<Link to="/admin/credits">Hours by customer</Link>}
    >
      <Loaded query={query} what="the hours">
        {(owed) => (
          <>
            <Balance owed={owed} earlier={earlier} />
            <Reconciled owed={owed} when={when} />
            <Bridge owed={owed} />
            <AlsoOwed owed={owed} />
            <StatisticsTable
              isFolded
              caption={`Prepaid hours not used, by ${owed.by}`}
              file={fileOf('hours owed', owed)}
              rows={withIDs(owed.rows)}
              columns={[periodColumn(owed.by), ...owedColumns]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface OwedProps {
  readonly owed: HoursOwed;
}

const inHours = (count: number) => hours(count, 'en');

function Balance({ owed, earlier }: OwedProps & { readonly earlier: HoursOwed | undefined }) {
  return (
    <>
      <dl className={styles.statistics}>
        <Statistic label="Hours" now={owed.closing.hours} before={earlier?.closing.hours} format={inHours} />
        <Statistic label="Value" now={owed.closing.value} before={earlier?.closing.value} format={money} />
      </dl>
      {owed.rows.length > 0 && owed.rows.some((row) => row.hours > 0) && (
        <RowsChart
          title="Prepaid hours not used over time"
          shape="line"
          rows={owed.rows}
          before={earlier?.rows}
          figureOf={(row) => row.hours}
          format={inHours}
        />
      )}
    </>
  );
}

/** Whether customers' balances and the ledger agree. */
function Reconciled({ owed, when }: OwedProps & { readonly when: string }) {
  const wrong = owed.tiers.filter(({ closing, ledger }) => closing.hours !== ledger.hours);
  if (owed.isReconciled) {
    return (
      <p className={styles.reconciled}>
        <Icon of={IconCheck} size={18} />
        {`Equals the ledger ${when}: ${inHours(owed.closing.hours)}, ${money(owed.closing.value)}.`}
      </p>
    );
  }
  const differences = wrong.map(
    ({ perHour, closing, ledger }) =>
      `${tierName(perHour)}: ${inHours(closing.hours)} in balances, ${inHours(ledger.hours)} in the ledger`,
  );
  return (
    <p className={styles.reconciled} data-wrong role="alert">
      <Icon of={IconAlertTriangle} size={18} />
      {`Does not equal the ledger. ${differences.join('. ')}. Do not rely on these figures. Tell the person who manages your Kemas server.`}
    </p>
  );
}

/** Opening, changes and closing: a column for each tier. */
function Bridge({ owed }: OwedProps) {
  const kinds = (Object.keys(KIND_NAMES) as Kind[]).filter((kind) =>
    owed.tiers.some(({ changes }) => changes.some((change) => change.kind === kind)),
  );
  const rows = [
    bridgeRow('opening', 'Opening balance', owed, ({ opening }) => opening),
    ...kinds.map((kind) =>
      bridgeRow(kind, KIND_NAMES[kind], owed, ({ changes }) =>
        changes.find((change) => change.kind === kind),
      ),
    ),
    bridgeRow('closing', 'Closing balance', owed, ({ closing }) => closing),
  ];
  return (
    <StatisticsTable
      caption="Changes"
      file={fileOf('hours bridge', owed)}
      rows={rows}
      columns={[
        nameColumn('Change'),
        ...owed.tiers.map(({ perHour }, index) => ({
          title: tierName(perHour),
          number: true as const,
          csv: (row: BridgeRow) => row.tiers[index] ?? 0,
          show: (row: BridgeRow) => figureOf(row.tiers[index] ?? 0),
        })),
        {
          title: 'All hours',
          number: true,
          csv: (row) => row.hours,
          show: (row) => <b>{figureOf(row.hours)}</b>,
        },
        { title: 'Value', number: true, csv: (row) => dollars(row.value), show: (row) => money(row.value) },
      ]}
    />
  );
}

interface BridgeRow {
  readonly id: string;
  readonly name: string;
  /** Hours of each tier. */
  readonly tiers: readonly number[];
  readonly hours: number;
  readonly value: number;
}

function bridgeRow(
  id: string,
  name: string,
  { tiers }: HoursOwed,
  of: (tier: Tier) => { readonly hours: number; readonly value: number } | undefined,
): BridgeRow {
  const amounts = tiers.map((tier) => of(tier) ?? { hours: 0, value: 0 });
  return {
    id,
    name,
    tiers: amounts.map((amount) => amount.hours),
    hours: amounts.reduce((sum, amount) => sum + amount.hours, 0),
    value: amounts.reduce((sum, amount) => sum + amount.value, 0),
  };
}

function AlsoOwed({ owed }: OwedProps) {
  const rows = [
    { id: 'reserved', name: 'Reserved for unpaid visits', ...owed.reserved },
    { id: 'gifts', name: 'In unclaimed gifts', ...owed.unclaimedGifts },
  ];
  return (
    <StatisticsTable
      caption="Also owed, outside balances"
      file={fileOf('hours outside balances', owed)}
      rows={rows}
      columns={[nameColumn('Where'), ...owedColumns]}
    />
  );
}

function tierName(perHour: number): string {
  return perHour === 0 ? 'Free' : `S$${perHour}`;
}

function figureOf(figure: number): string {
  return figure === 0 ? '–' : figure.toLocaleString('en-SG').replace('-', '−');
}
