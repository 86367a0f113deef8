import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';

import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useLatestSearchParams } from '#platform/web/router/latest-search-params.ts';
import { AdHocPanel } from './statistics/ad-hoc-panel.tsx';
import { CreditsPanel } from './statistics/credits-panel.tsx';
import { CustomersTab } from './statistics/customers-tab.tsx';
import { HoursTab } from './statistics/hours-tab.tsx';
import { JobsPanel } from './statistics/jobs-panel.tsx';
import { MoneyTab } from './statistics/money-tab.tsx';
import type { PanelPeriods, VisitFilters } from './statistics/panel.ts';
import { PeriodBar } from './statistics/period-bar.tsx';
import type { Period } from './statistics/periods.ts';
import { PromoPanel } from './statistics/promo-panel.tsx';
import styles from './statistics/statistics.module.css';
import { Tabs } from './statistics/tabs.tsx';
import { paramsOf, periodsOf, type Tab, type View, viewIn } from './statistics/view.ts';
import { ViewBar } from './statistics/view-bar.tsx';
import { VisitFilterBar } from './statistics/visit-filter-bar.tsx';
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
