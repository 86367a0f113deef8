import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Link } from 'react-router';
import { readHoursOwed } from '#features/office/statistics/contract.ts';
import { sumOf } from '#features/office/statistics/rules/periods.ts';
import { money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { today } from '#platform/web/business-time.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { date } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import {
  type Column,
  ComparedPeriods,
  count,
  figureColumn,
  inHours,
  type Measure,
  MeasureList,
  nameColumn,
  PeriodsTable,
  RowsChart,
  type Shown,
  StatisticsTable,
} from './panel.tsx';
import styles from './statistics.module.css';
import type { PanelPeriods } from './view.ts';

type HoursOwed = CallReply<typeof readHoursOwed>;
type Tier = HoursOwed['tiers'][number];
type Kind = Tier['changes'][number]['kind'];

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

/** The prepaid hours that the business owes, and what changed them. */
export function HoursTab(periods: PanelPeriods) {
  const { period, by } = periods;
  const when = period.last >= today() ? 'now' : `at the end of ${date(period.last, 'en', 'dated')}`;
  return (
    <Panel
      title="Prepaid hours not used"
      note={`The hours in customers’ balances ${when}, at the price of their tier, and what changed them.`}
      end={<Link to="/admin/credits">Hours by customer</Link>}
    >
      <ComparedPeriods call={readHoursOwed} query={{ by }} periods={periods} what="the hours">
        {(shown) => <Hours shown={shown} when={when} />}
      </ComparedPeriods>
    </Panel>
  );
}

const BALANCE: readonly Measure<HoursOwed>[] = [
  { label: 'Hours', figure: ({ closing }) => closing.hours, format: 'hours' },
  { label: 'Value', figure: ({ closing }) => closing.value, format: 'money' },
];

export const HOURS_AND_WORTH = [
  figureColumn('Hours', 'hours', 'hours'),
  figureColumn('Worth', 'value', 'money'),
] as const;

function Hours({ shown, when }: { readonly shown: Shown<HoursOwed>; readonly when: string }) {
  const { now: owed, before } = shown;
  return (
    <>
      <MeasureList measures={BALANCE} shown={shown} />
      {owed.rows.some((row) => row.hours > 0) && (
        <RowsChart
          title="Prepaid hours not used over time"
          shape="line"
          rows={owed.rows}
          before={before?.rows}
          figure={(row) => row.hours}
          format="hours"
        />
      )}
      <Reconciled owed={owed} when={when} />
      <Bridge owed={owed} />
      <StatisticsTable
        caption="Also owed, outside balances"
        file="hours outside balances"
        days={owed}
        rows={[
          { id: 'reserved', name: 'Reserved for unpaid visits', ...owed.reserved },
          { id: 'gifts', name: 'In unclaimed gifts', ...owed.unclaimedGifts },
        ]}
        columns={[nameColumn('Where'), ...HOURS_AND_WORTH]}
      />
      <PeriodsTable
        caption="Prepaid hours not used,"
        file="hours owed"
        reply={owed}
        columns={HOURS_AND_WORTH}
      />
    </>
  );
}

interface OwedProps {
  readonly owed: HoursOwed;
}

/** Whether customers' balances and the ledger agree. */
function Reconciled({ owed, when }: OwedProps & { readonly when: string }) {
  const wrong = owed.tiers.filter(({ closing, ledger }) => closing.hours !== ledger.hours);
  if (owed.isReconciled) {
    return (
      <p className={`k-row k-gap-8 k-mb-14 k-strong ${styles.reconciled}`}>
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
    <p className={`k-row k-gap-8 k-mb-14 k-strong ${styles.reconciled}`} data-wrong role="alert">
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
  const rowOf = (id: string, name: string, amountIn: (tier: Tier) => Amount | undefined) => {
    const amounts = owed.tiers.map((tier) => amountIn(tier) ?? { hours: 0, value: 0 });
    return {
      id,
      name,
      tiers: amounts.map(({ hours }) => hours),
      hours: sumOf(amounts, ({ hours }) => hours),
      value: sumOf(amounts, ({ value }) => value),
    };
  };
  const rows = [
    rowOf('opening', 'Opening balance', ({ opening }) => opening),
    ...kinds.map((kind) =>
      rowOf(kind, KIND_NAMES[kind], ({ changes }) => changes.find((change) => change.kind === kind)),
    ),
    rowOf('closing', 'Closing balance', ({ closing }) => closing),
  ];
  return (
    <StatisticsTable
      caption="Changes"
      file="hours bridge"
      days={owed}
      rows={rows}
      columns={[
        nameColumn('Change'),
        ...owed.tiers.map(
          ({ perHour }, index): Column<(typeof rows)[number]> => ({
            title: tierName(perHour),
            number: true,
            csv: (row) => row.tiers[index] ?? 0,
            show: (row) => (row.tiers[index] ? count(row.tiers[index]) : '–'),
          }),
        ),
        {
          title: 'All hours',
          number: true,
          csv: (row) => row.hours,
          show: (row) => <b>{row.hours === 0 ? '–' : count(row.hours)}</b>,
        },
        figureColumn('Value', 'value', 'money'),
      ]}
    />
  );
}

type Amount = HoursOwed['opening'];

function tierName(perHour: number): string {
  return perHour === 0 ? 'Free' : `S$${perHour}`;
}
