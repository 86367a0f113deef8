import { CREDIT_TIERS } from '#features/people/customers/rules/credits.ts';
import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { FirstRows } from '#platform/web/office/first-rows.tsx';
import { listTotals, TotalsLine } from '#platform/web/office/list-totals.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { creditsLeftStatistics } from '../../contract/statistics.ts';
import { listCredits, totalCredits } from '../../contract.ts';
import { LOT_SOURCES } from '../parts/customer-hours.tsx';
import styles from './credits.module.css';

const TIERS = [
  { value: '', label: t('All') },
  ...CREDIT_TIERS.map((perHour) => ({
    value: String(perHour),
    label: perHour === 0 ? t('Free', { context: 'price' }) : `S$${perHour}`,
  })),
];

/** /admin/credits: the outstanding hours by tier and expiry, and the lots. */
export function Component() {
  const owed = useCall(creditsLeftStatistics);
  return (
    <div className="k-office-page">
      <PageTitle tab={t('Credits')}>{t('Credits')}</PageTitle>
      <Panel title={t('Owed to customers')} note={t('Hours bought, given or received, and not used yet')}>
        <Loaded query={owed} what={t('the hours owed')}>
          {(statistics) => <TiersTable {...statistics} />}
        </Loaded>
      </Panel>
      <Holders />
    </div>
  );
}

const TOTALS = listTotals(totalCredits, (totals) => <CreditTotals {...totals} />);

/** "1,420 hours, worth S$38,340.00, in 310 lots" */
function CreditTotals({ count, hours, value }: CallReply<typeof totalCredits>) {
  const format = useFormat();
  return (
    <span>
      {count === 1
        ? tNodes('{{b}}, worth {{b2}}, in {{count}} lot', {
            b: <b>{format.hours(hours)}</b>,
            b2: <b>{format.money(value)}</b>,
            count: count.toLocaleString('en-SG'),
          })
        : tNodes('{{b}}, worth {{b2}}, in {{count}} lots', {
            b: <b>{format.hours(hours)}</b>,
            b2: <b>{format.money(value)}</b>,
            count: count.toLocaleString('en-SG'),
          })}
    </span>
  );
}

/** The lots with their holders; the search is in the URL. */
function Holders() {
  const [params, setParams] = useLatestSearchParams();
  const [q, tier] = [params.get('q') ?? '', tierOf(params.get('tier'))];
  const change = (name: 'q' | 'tier', value: string) =>
    setParams(
      (before) => {
        if (value === '') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const filters = { ...(q === '' ? {} : { q }), ...(tier === '' ? {} : { perHour: Number(tier) }) };
  return (
    <Panel
      title={t('Who holds hours')}
      end={
        <CsvButton call={listCredits} query={filters}>
          {t('CSV')}
        </CsvButton>
      }
    >
      <div className={`k-row k-bottom k-wrap k-gap-12 k-gap-x-20 k-mb-12 ${styles.filters}`}>
        <TextField
          label={t('Search by name, mobile or e-mail')}
          type="search"
          value={q}
          onChange={(event) => change('q', event.target.value)}
        />
        <Segments label={t('Tier')} value={tier} options={TIERS} onChange={(next) => change('tier', next)} />
      </div>
      <TotalsLine totals={TOTALS} filters={filters} />
      <HoldersTable filters={filters} onClear={() => setParams({}, { replace: true })} />
    </Panel>
  );
}

function tierOf(written: string | null): string {
  return TIERS.find(({ value }) => value === written)?.value ?? '';
}

type Statistics = CallReply<typeof creditsLeftStatistics>;
type TierStatistics = Statistics['tiers'][number];

/** Hours, their value and the next expiries, one row per tier. */
function TiersTable({ tiers, totalHours, totalValue, customers }: Statistics) {
  const { money } = useFormat();
  return (
    <PanelTable
      caption={t('Prepaid hours not used, by tier')}
      items={tiers.map((tier) => ({ ...tier, id: String(tier.perHour) }))}
      columns={[
        { title: t('Tier'), render: ({ perHour }) => tierName(perHour) },
        { title: t('Hours', { context: 'credit' }), number: true, render: ({ hours }) => figure(hours) },
        { title: t('Worth'), number: true, render: ({ value }) => money(value) },
        { title: t('Expiring next'), render: (tier) => <NextToExpire tier={tier} /> },
      ]}
      totals={[
        customers === 1
          ? t('{{figure}} customer', { figure: figure(customers) })
          : t('{{figure}} customers', { figure: figure(customers) }),
        figure(totalHours),
        money(totalValue),
      ]}
    />
  );
}

/** Months of expiry shown; the CSV has every lot. */
const MONTHS_TOLD = 3;

function NextToExpire({ tier }: { readonly tier: TierStatistics }) {
  const { date } = useFormat();
  const dated = tier.expiring.flatMap(({ month, hours }) => (month === null ? [] : [{ month, hours }]));
  if (dated.length === 0) return tier.hours === 0 ? '' : t('Never');
  return dated
    .slice(0, MONTHS_TOLD)
    .map(({ month, hours }) =>
      t('{{figure}} in {{date}}', {
        figure: figure(hours),
        date: date(`${month}-01T00:00:00+08:00`, 'month'),
      }),
    )
    .join(', ');
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}

type Lot = CallReply<typeof listCredits>['items'][number];

interface Props {
  readonly filters: Readonly<Record<string, string | number>>;
  onClear(): void;
}

/** Lots with their holders, soonest expiry first. */
function HoldersTable({ filters, onClear }: Props) {
  return (
    <FirstRows
      call={listCredits}
      query={{ ...filters, sortby: 'expiresAt', order: 'asc' }}
      what={t('who holds hours')}
      none={<Nobody isFiltered={Object.keys(filters).length > 0} onClear={onClear} />}
      first={50}
      more={200}
    >
      {(lots) => <Lots lots={lots} />}
    </FirstRows>
  );
}

function Nobody({ isFiltered, onClear }: { readonly isFiltered: boolean; onClear(): void }) {
  if (!isFiltered) return <p className="k-muted">{t('No one holds hours yet.')}</p>;
  return (
    <p className="k-row k-gap-12">
      {tNodes('No hours match.{{button}}', {
        button: (
          <Button kind="quiet" size="small" onClick={onClear}>
            {t('Clear filters')}
          </Button>
        ),
      })}
    </p>
  );
}

function Lots({ lots }: { readonly lots: readonly Lot[] }) {
  const { date, hours } = useFormat();
  return (
    <PanelTable
      caption={t('Who holds hours, soonest expiry first')}
      items={lots}
      columns={[
        { title: t('Customer'), render: ({ customer }) => customer.fullname },
        {
          title: t('Left'),
          render: ({ numCredits, granted }) =>
            t('{{hours}} of {{granted}}', { hours: hours(numCredits), granted }),
        },
        { title: t('Tier'), render: ({ perHour }) => tierName(perHour) },
        {
          title: t('From', { context: 'source' }),
          render: ({ source, purchasedAt }) => `${LOT_SOURCES[source]}, ${date(purchasedAt, 'dated')}`,
        },
        {
          title: t('Use by'),
          render: ({ expiresAt }) => (expiresAt === null ? t('No limit') : date(expiresAt, 'dated')),
        },
      ]}
    />
  );
}
