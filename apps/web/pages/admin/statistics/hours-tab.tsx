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
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
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
  bought: t('Bought'),
  received: t('Received as a gift'),
  sent: t('Sent to a friend'),
  'gift-returned': t('Gifts not claimed'),
  held: t('Used for visits'),
  returned: t('Returned from visits'),
  adjusted: t('Adjusted by the office'),
  refunded: t('Refunded'),
  expired: t('Expired'),
};

/** The prepaid hours that the business owes, and what changed them. */
export function HoursTab(periods: PanelPeriods) {
  const { period, by } = periods;
  const when =
    period.last >= today()
      ? 'now'
      : t('at the end of {{date}}', { date: date(period.last, officeLanguage(), 'dated') });
  return (
    <Panel
      title={t('Prepaid hours not used')}
      note={t(
        'The hours in customers’ balances {{when}}, at the price of their tier, and what changed them.',
        { when },
      )}
      end={<Link to="/admin/credits">{t('Hours by customer')}</Link>}
    >
      <ComparedPeriods call={readHoursOwed} query={{ by }} periods={periods} what={t('the hours')}>
        {(shown) => <Hours shown={shown} when={when} />}
      </ComparedPeriods>
    </Panel>
  );
}

const BALANCE: readonly Measure<HoursOwed>[] = [
  { label: t('Hours', { context: 'credit' }), figure: ({ closing }) => closing.hours, format: 'hours' },
  { label: t('Value'), figure: ({ closing }) => closing.value, format: 'money' },
];

export const HOURS_AND_WORTH = [
  figureColumn(t('Hours', { context: 'credit' }), 'hours', 'hours'),
  figureColumn(t('Worth'), 'value', 'money'),
] as const;

function Hours({ shown, when }: { readonly shown: Shown<HoursOwed>; readonly when: string }) {
  const { now: owed, before } = shown;
  return (
    <>
      <MeasureList measures={BALANCE} shown={shown} />
      {owed.rows.some((row) => row.hours > 0) && (
        <RowsChart
          title={t('Prepaid hours not used over time')}
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
        caption={t('Also owed, outside balances')}
        file={t('hours outside balances')}
        days={owed}
        rows={[
          { id: 'reserved', name: t('Reserved for unpaid visits'), ...owed.reserved },
          { id: 'gifts', name: t('In unclaimed gifts'), ...owed.unclaimedGifts },
        ]}
        columns={[nameColumn(t('Where')), ...HOURS_AND_WORTH]}
      />
      <PeriodsTable
        caption={t('Prepaid hours not used,')}
        file={t('hours owed')}
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
        {t('Equals the ledger {{when}}: {{inHours}}, {{money}}.', {
          when,
          inHours: inHours(owed.closing.hours),
          money: money(owed.closing.value),
        })}
      </p>
    );
  }
  const differences = wrong.map(({ perHour, closing, ledger }) =>
    t('{{tierName}}: {{inHours}} in balances, {{inHours2}} in the ledger', {
      tierName: tierName(perHour),
      inHours: inHours(closing.hours),
      inHours2: inHours(ledger.hours),
    }),
  );
  return (
    <p className={`k-row k-gap-8 k-mb-14 k-strong ${styles.reconciled}`} data-wrong role="alert">
      <Icon of={IconAlertTriangle} size={18} />
      {t(
        'Does not equal the ledger. {{join}}. Do not rely on these figures. Tell the person who manages your Kemas server.',
        { join: differences.join('. ') },
      )}
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
    rowOf('opening', t('Opening balance'), ({ opening }) => opening),
    ...kinds.map((kind) =>
      rowOf(kind, KIND_NAMES[kind], ({ changes }) => changes.find((change) => change.kind === kind)),
    ),
    rowOf('closing', t('Closing balance'), ({ closing }) => closing),
  ];
  return (
    <StatisticsTable
      caption={t('Changes')}
      file={t('hours bridge')}
      days={owed}
      rows={rows}
      columns={[
        nameColumn(t('Change')),
        ...owed.tiers.map(
          ({ perHour }, index): Column<(typeof rows)[number]> => ({
            title: tierName(perHour),
            number: true,
            csv: (row) => row.tiers[index] ?? 0,
            show: (row) => (row.tiers[index] ? count(row.tiers[index]) : '–'),
          }),
        ),
        {
          title: t('All hours'),
          number: true,
          csv: (row) => row.hours,
          show: (row) => <b>{row.hours === 0 ? '–' : count(row.hours)}</b>,
        },
        figureColumn(t('Value'), 'value', 'money'),
      ]}
    />
  );
}

type Amount = HoursOwed['opening'];

function tierName(perHour: number): string {
  return perHour === 0 ? t('Free', { context: 'price' }) : `S$${perHour}`;
}
