import { CREDIT_TIERS } from '#features/people/customers/rules/credits.ts';
import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
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
  { value: '', label: 'All' },
  ...CREDIT_TIERS.map((perHour) => ({
    value: String(perHour),
    label: perHour === 0 ? 'Free' : `S$${perHour}`,
  })),
];

/** /admin/credits: the outstanding hours by tier and expiry, and the lots. */
export function Component() {
  const owed = useCall(creditsLeftStatistics);
  return (
    <div className="k-office-page">
      <PageTitle tab="Credits">Credits</PageTitle>
      <Panel title="Owed to customers" note="Hours bought, given or received, and not used yet">
        <Loaded query={owed} what="the hours owed">
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
      <b>{format.hours(hours)}</b>, worth <b>{format.money(value)}</b>, in {count.toLocaleString('en-SG')}{' '}
      {count === 1 ? 'lot' : 'lots'}
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
      title="Who holds hours"
      end={
        <CsvButton call={listCredits} query={filters}>
          CSV
        </CsvButton>
      }
    >
      <div className={`k-row k-bottom k-wrap k-gap-12 k-gap-x-20 k-mb-12 ${styles.filters}`}>
        <TextField
          label="Search by name, mobile or e-mail"
          type="search"
          value={q}
          onChange={(event) => change('q', event.target.value)}
        />
        <Segments label="Tier" value={tier} options={TIERS} onChange={(next) => change('tier', next)} />
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
      caption="Prepaid hours not used, by tier"
      items={tiers.map((tier) => ({ ...tier, id: String(tier.perHour) }))}
      columns={[
        { title: 'Tier', render: ({ perHour }) => tierName(perHour) },
        { title: 'Hours', number: true, render: ({ hours }) => figure(hours) },
        { title: 'Worth', number: true, render: ({ value }) => money(value) },
        { title: 'Expiring next', render: (tier) => <NextToExpire tier={tier} /> },
      ]}
      totals={[
        `${figure(customers)} ${customers === 1 ? 'customer' : 'customers'}`,
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
  if (dated.length === 0) return tier.hours === 0 ? '' : 'Never';
  return dated
    .slice(0, MONTHS_TOLD)
    .map(({ month, hours }) => `${figure(hours)} in ${date(`${month}-01T00:00:00+08:00`, 'month')}`)
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
      what="who holds hours"
      none={<Nobody isFiltered={Object.keys(filters).length > 0} onClear={onClear} />}
      first={50}
      more={200}
    >
      {(lots) => <Lots lots={lots} />}
    </FirstRows>
  );
}

function Nobody({ isFiltered, onClear }: { readonly isFiltered: boolean; onClear(): void }) {
  if (!isFiltered) return <p className="k-muted">No one holds hours yet.</p>;
  return (
    <p className="k-row k-gap-12">
      No hours match.
      <Button kind="quiet" size="small" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  );
}

function Lots({ lots }: { readonly lots: readonly Lot[] }) {
  const { date, hours } = useFormat();
  return (
    <PanelTable
      caption="Who holds hours, soonest expiry first"
      items={lots}
      columns={[
        { title: 'Customer', render: ({ customer }) => customer.fullname },
        { title: 'Left', render: ({ numCredits, granted }) => `${hours(numCredits)} of ${granted}` },
        { title: 'Tier', render: ({ perHour }) => tierName(perHour) },
        {
          title: 'From',
          render: ({ source, purchasedAt }) => `${LOT_SOURCES[source]}, ${date(purchasedAt, 'dated')}`,
        },
        {
          title: 'Use by',
          render: ({ expiresAt }) => (expiresAt === null ? 'No limit' : date(expiresAt, 'dated')),
        },
      ]}
    />
  );
}
