import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useSearchParams } from 'react-router';

import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { AdHocPanel } from './statistics/ad-hoc-panel.tsx';
import { CreditsPanel } from './statistics/credits-panel.tsx';
import { JobsPanel } from './statistics/jobs-panel.tsx';
import { PeriodBar } from './statistics/period-bar.tsx';
import { type Period, periodOf, previousPeriod, problemOfPeriod } from './statistics/periods.ts';
import { PromoPanel } from './statistics/promo-panel.tsx';
import styles from './statistics/statistics.module.css';

/** /admin/statistics: the figures of a period, compared with the previous one. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const { date } = useFormat();
  const period = periodIn(params) ?? periodOf('this-month', today());
  const before = previousPeriod(period);
  const words = ({ first, last }: Period) =>
    first === last ? date(first, 'dated') : `${date(first, 'dated')} to ${date(last, 'dated')}`;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageTitle tab="Statistics">Statistics</PageTitle>
        <Button kind="quiet" size="small" icon={IconPrinter} onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <PeriodBar
        period={period}
        onChange={({ first, last }) => setParams({ from_date: first, to_date: last })}
      />
      <p className={styles.compared}>
        <b>{words(period)}</b>, compared with {words(before)}
      </p>
      <JobsPanel period={period} before={before} />
      <AdHocPanel period={period} before={before} />
      <PromoPanel period={period} before={before} />
      <CreditsPanel period={period} before={before} />
    </div>
  );
}

/** Invalid days are ignored. */
function periodIn(params: URLSearchParams): Period | null {
  const period = { first: params.get('from_date') ?? '', last: params.get('to_date') ?? '' };
  return problemOfPeriod(period) === null ? period : null;
}
