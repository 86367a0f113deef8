import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import type { Grouping } from '#features/office/statistics/rules/periods.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { isDay } from '#platform/web/office/list-state.ts';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { CustomersTab } from './statistics/customers-tab.tsx';
import { HoursTab } from './statistics/hours-tab.tsx';
import { MoneyTab } from './statistics/money-tab.tsx';
import { type Period, PRESETS, type Preset, periodOf, problemOfPeriod } from './statistics/periods.ts';
import styles from './statistics/statistics.module.css';
import { SummaryTab } from './statistics/summary-tab.tsx';
import {
  type Comparison,
  type PanelPeriods,
  paramsOf,
  periodsOf,
  TABS,
  type Tab,
  type View,
  type VisitFilters,
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
    first === last
      ? date(first, 'dated')
      : t('{{date}} to {{date2}}', { date: date(first, 'dated'), date2: date(last, 'dated') });
  const Shown = SHOWN[view.tab];
  return (
    <div className={`k-stack k-gap-16 ${styles.page}`}>
      <header className="k-row k-between k-gap-16">
        <PageTitle tab={t('Statistics')}>{t('Statistics')}</PageTitle>
        <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      </header>
      <PeriodBar period={periods.period} onChange={(period) => change({ period })}>
        <ViewBar view={view} by={periods.by} onChange={change} />
      </PeriodBar>
      <p className={styles.compared}>
        {tNodes('{{b}}, compared with {{words}}', {
          b: <b>{words(periods.period)}</b>,
          words: words(periods.before),
        })}
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
  summary: SummaryTab,
  money: MoneyTab,
  visits: VisitsTab,
  customers: CustomersTab,
  hours: HoursTab,
};

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  summary: t('Summary'),
  money: t('Money'),
  visits: t('Jobs'),
  customers: t('Customers'),
  hours: t('Prepaid hours not used'),
};

/** The pages of the statistics; they keep the period. */
function Tabs({ view }: { readonly view: View }) {
  return (
    <nav className={`k-row k-stretch k-gap-20 k-line-below ${styles.tabs}`} aria-label={t('Statistics')}>
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
  { value: 'period', label: t('Previous period') },
  { value: 'year', label: t('Previous year') },
] as const;
const GROUPED = [
  { value: 'day', label: t('Day') },
  { value: 'week', label: t('Week') },
  { value: 'month', label: t('Month') },
] as const;

interface ViewBarProps {
  readonly view: View;
  readonly by: Grouping;
  onChange(changes: Partial<View>): void;
}

/** What the period is compared with, and how many days a row covers. */
function ViewBar({ view, by, onChange }: ViewBarProps) {
  return (
    <div className={`k-row k-stretch k-wrap ${styles.choices}`}>
      <Segments<Comparison>
        label={t('Compare with')}
        options={COMPARED}
        value={view.compare}
        onChange={(compare) => onChange({ compare })}
      />
      <Segments<Grouping>
        label={t('By')}
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
function VisitFilterBar({ filters, onChange }: VisitFilterBarProps) {
  const regions = useCall(listRegions).data?.items ?? [];
  const cleaners =
    useCall(listCleaners, { query: { size: MAX_CLEANERS, sortby: 'fullname', count: '0' } }).data?.items ??
    [];
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('Service')}
        placeholder={t('All services')}
        options={JOB_TYPES.map((type) => ({ value: type, label: JOB_TYPE_NAMES[type] }))}
        value={filters.jobType ?? ''}
        onChange={({ target }) => onChange('jobType', target.value)}
      />
      <SelectField
        label={t('Region')}
        placeholder={t('All regions')}
        options={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.regionID ?? ''}
        onChange={({ target }) => onChange('regionID', target.value)}
      />
      <SelectField
        label={t('Cleaner')}
        placeholder={t('All cleaners')}
        options={cleaners.map(({ id, fullname }) => ({ value: id, label: fullname }))}
        value={filters.cleanerID ?? ''}
        onChange={({ target }) => onChange('cleanerID', target.value)}
      />
    </div>
  );
}

const PRESET_NAMES: Readonly<Record<Preset, string>> = {
  today: t('Today'),
  'last-7-days': t('Last 7 days'),
  'last-30-days': t('Last 30 days'),
  'this-month': t('This month'),
  'last-month': t('Last month'),
  'this-quarter': t('This quarter'),
  'last-quarter': t('Last quarter (GST)'),
  'this-year': t('This year'),
  'last-year': t('Last year'),
};

interface PeriodBarProps {
  readonly period: Period;
  onChange(period: Period): void;
}

/** The period: a preset, or custom days; and what else there is to choose. */
function PeriodBar({ period, onChange, children }: PeriodBarProps & { readonly children: ReactNode }) {
  const day = today();
  return (
    <div className={`k-row k-bottom k-wrap ${styles.bar}`}>
      <fieldset className={`k-row k-stretch k-wrap k-gap-6 ${styles.presets}`}>
        <legend className="k-hidden">{t('Period')}</legend>
        {PRESETS.map((preset) => {
          const presetPeriod = periodOf(preset, day);
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={presetPeriod.first === period.first && presetPeriod.last === period.last}
              onClick={() => onChange(presetPeriod)}
            >
              {PRESET_NAMES[preset]}
            </button>
          );
        })}
      </fieldset>
      <OwnDays key={`${period.first} ${period.last}`} period={period} onChange={onChange} />
      {children}
    </div>
  );
}

/** Two days; the figures update as soon as both are valid and in order. */
function OwnDays({ period, onChange }: PeriodBarProps) {
  const [days, setDays] = useState(period);
  const change = (next: Period) => {
    setDays(next);
    if (problemOfPeriod(next) === null) onChange(next);
  };
  const problem = problemOfPeriod(days);
  return (
    <div className={`k-row k-stretch k-wrap k-gap-12 ${styles.days}`}>
      <DayField
        label={t('From')}
        name="from_date"
        value={days.first}
        onChange={(first) => change({ ...days, first })}
        error={problem?.first}
      />
      <DayField
        label={t('To')}
        name="to_date"
        value={days.last}
        min={isDay(days.first) ? days.first : undefined}
        onChange={(last) => change({ ...days, last })}
        error={problem?.last}
      />
    </div>
  );
}
