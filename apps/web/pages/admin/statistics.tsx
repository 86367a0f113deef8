import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { Link } from 'react-router';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { readAdHocStatistics } from '#features/money/payments/contract/ad-hoc.ts';
import { promoStatistics } from '#features/money/promo-codes/contract.ts';
import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { dollars } from '#platform/kernel/money.ts';
import { money } from '#platform/web/amounts.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { Chart, ComparisonChart, sumOf } from './statistics/charts.tsx';
import { CreditsPanel } from './statistics/credits-panel.tsx';
import { CustomersTab } from './statistics/customers-tab.tsx';
import { HoursTab } from './statistics/hours-tab.tsx';
import { JobsPanel } from './statistics/jobs-panel.tsx';
import { MoneyTab } from './statistics/money-tab.tsx';
import { count, linkTo, type PanelPeriods, queryOfPeriod, type VisitFilters } from './statistics/panel.ts';
import { PeriodBar } from './statistics/period-bar.tsx';
import type { Period } from './statistics/periods.ts';
import { Statistic } from './statistics/statistic.tsx';
import styles from './statistics/statistics.module.css';
import {
  amountColumn,
  countColumn,
  dayColumn,
  nameColumn,
  StatisticsTable,
} from './statistics/statistics-table.tsx';
import {
  type Comparison,
  paramsOf,
  periodsOf,
  TABS,
  type Tab,
  type View,
  viewIn,
} from './statistics/view.ts';
import { VisitsTab } from './statistics/visits-tab.tsx';

/** /admin/statistics: the figures of a period, compared with an earlier one. */
export function Component() {
  const [params, setParams] = useLatestSearchParams();
  const { date } = useFormat();
  const view = viewIn(params);
  const periods = periodsOf(view, today());
  const change = (part: Partial<View>) =>
    setParams((now) => paramsOf({ ...viewIn(now), ...part }), { preventScrollReset: true });
  const filter = (name: keyof VisitFilters, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  const words = ({ first, last }: Period) =>
    first === last ? date(first, 'dated') : `${date(first, 'dated')} to ${date(last, 'dated')}`;
  const Shown = SHOWN[view.tab];
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageTitle tab="Statistics">Statistics</PageTitle>
        <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <PeriodBar period={periods.period} onChange={(period) => change({ period })}>
        <ViewBar view={view} by={periods.by} onChange={change} />
      </PeriodBar>
      <p className={styles.compared}>
        <b>{words(periods.period)}</b>, compared with {words(periods.before)}
      </p>
      <Tabs view={view} />
      {(view.tab === 'money' || view.tab === 'visits') && (
        <VisitFilterBar filters={view.filters} onChange={filter} />
      )}
      <Shown {...periods} />
    </div>
  );
}

const SHOWN: Readonly<Record<Tab, (props: PanelPeriods) => React.JSX.Element>> = {
  summary: Summary,
  money: MoneyTab,
  visits: VisitsTab,
  customers: CustomersTab,
  hours: HoursTab,
};

function Summary(periods: PanelPeriods) {
  return (
    <>
      <JobsPanel {...periods} />
      <AdHocPanel {...periods} />
      <PromoPanel {...periods} />
      <CreditsPanel {...periods} />
    </>
  );
}

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  summary: 'Summary',
  money: 'Money',
  visits: 'Jobs',
  customers: 'Customers',
  hours: 'Prepaid hours not used',
};

/** The pages of the statistics; they keep the period. */
export function Tabs({ view }: { readonly view: View }) {
  return (
    <nav className={styles.tabs} aria-label="Statistics">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={{ search: paramsOf({ ...view, tab }).toString() }}
          className={tab === view.tab ? 'active' : undefined}
          aria-current={tab === view.tab ? 'page' : undefined}
          preventScrollReset
        >
          {TAB_NAMES[tab]}
        </Link>
      ))}
    </nav>
  );
}

const COMPARED = [
  { value: 'period', label: 'Previous period' },
  { value: 'year', label: 'Previous year' },
] as const;
const GROUPED = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

interface ViewBarProps {
  readonly view: View;
  readonly by: Grouping;
  onChange(changes: Partial<View>): void;
}

/** What the period is compared with, and how many days a row covers. */
export function ViewBar({ view, by, onChange }: ViewBarProps) {
  return (
    <div className={styles.choices}>
      <Segments<Comparison>
        label="Compare with"
        options={COMPARED}
        value={view.compare}
        onChange={(compare) => onChange({ compare })}
      />
      <Segments<Grouping>
        label="By"
        options={GROUPED}
        value={by}
        onChange={(next) => onChange({ by: next })}
      />
    </div>
  );
}

/** More than a company has. */
const MAX_CLEANERS = 2000;

interface VisitFilterBarProps {
  readonly filters: VisitFilters;
  /** With an empty value, the filter is removed. */
  onChange(name: keyof VisitFilters, value: string): void;
}

/** Only the visits of a service, a region or a cleaner. */
export function VisitFilterBar({ filters, onChange }: VisitFilterBarProps) {
  const regions = useCall(listRegions).data?.items ?? [];
  const cleaners =
    useCall(listCleaners, { query: { size: MAX_CLEANERS, sortby: 'fullname', count: '0' } }).data?.items ??
    [];
  return (
    <div className={styles.filters}>
      <SelectField
        label="Service"
        placeholder="All services"
        options={JOB_TYPES.map((type) => ({ value: type, label: JOB_TYPE_NAMES[type] }))}
        value={filters.jobType ?? ''}
        onChange={({ target }) => onChange('jobType', target.value)}
      />
      <SelectField
        label="Region"
        placeholder="All regions"
        options={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.regionID ?? ''}
        onChange={({ target }) => onChange('regionID', target.value)}
      />
      <SelectField
        label="Cleaner"
        placeholder="All cleaners"
        options={cleaners.map(({ id, fullname }) => ({ value: id, label: fullname }))}
        value={filters.cleanerID ?? ''}
        onChange={({ target }) => onChange('cleanerID', target.value)}
      />
    </div>
  );
}

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
