import { CREDIT_TIERS } from '#features/people/customers/rules/credits.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { CsvButton } from '#platform/web/office/csv-button.tsx';
import { listTotals, TotalsLine } from '#platform/web/office/list-totals.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { creditsLeftStatistics } from '../../contract/statistics.ts';
import { listCredits, totalCredits } from '../../contract.ts';
import styles from './credits.module.css';
import { HoldersTable } from './holders-table.tsx';
import { TiersTable } from './tiers-table.tsx';

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
    <div className={styles.page}>
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

const TOTALS = listTotals(totalCredits, (totals) => <Totals {...totals} />);

/** "1,420 hours, worth S$38,340.00, in 310 lots" */
function Totals({ count, hours, value }: CallReply<typeof totalCredits>) {
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
      <div className={styles.filters}>
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
