import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { seeStatistics } from '#features/work/jobs/rules/policy.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { dayInWords, useFormat } from '#platform/web/format.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { type Overview, readOverview } from '../../contract.ts';
import { WeekFigures } from './figures.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import styles from './overview.module.css';
import { NewsPanel, OutPanel, TomorrowPanel } from './side-panels.tsx';

const EVERY_MINUTE = 60_000;

/** /admin/overview, with all needs if `?all`: what needs the office now, whether today is safe, how the week goes. */
export function Component() {
  const [params] = useSearchParams();
  const isLong = params.has('all');
  const overview = useQuery({
    ...queryOf(readOverview, { query: isLong ? { each: 100 } : {} }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MINUTE,
    refetchOnWindowFocus: 'always',
  });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <PageTitle tab="Overview">{overview.data ? titleOf(overview.data.day) : 'Overview'}</PageTitle>
          {overview.data && <Today overview={overview.data} />}
        </div>
        {overview.data && (
          <ButtonLink
            kind="quiet"
            size="small"
            href={`/admin/jobs?from_date=${overview.data.day}&to_date=${overview.data.day}`}
          >
            Today’s visits
          </ButtonLink>
        )}
      </header>
      <Loaded query={overview} what="the overview">
        {(loaded) => <Panels overview={loaded} />}
      </Loaded>
    </div>
  );
}

/** "Thursday 26 November" */
function titleOf(day: string): string {
  return dayInWords(day, 'en', { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');
}

interface OverviewProps {
  readonly overview: Overview;
}

function Today({ overview: { today, now } }: OverviewProps) {
  const { hours, time } = useFormat();
  const count = (of: number, one: string) => `${of} ${of === 1 ? one : `${one}s`}`;
  return (
    <p className={styles.today}>
      {count(today.visits, 'visit')}, {hours(today.hours)}, {count(today.cleaners, 'cleaner')} out. It is{' '}
      <b>{time(now)}</b>.
    </p>
  );
}

function Panels({ overview }: OverviewProps) {
  const { needs, more, hours, out, tomorrow, since } = overview;
  return (
    <div className={styles.panels}>
      <div className={styles.needsColumn}>
        <NeedsPanel needs={needs} more={more} />
        <div className={styles.deskOnly}>
          <TomorrowPanel tomorrow={tomorrow} />
          <NewsPanel since={since} />
        </div>
      </div>
      <div className={styles.column}>
        <div className={styles.deskOnly}>
          <HoursPanel hours={hours} />
          <May act={seeStatistics}>
            <WeekFigures />
          </May>
        </div>
        <OutPanel out={out} />
      </div>
    </div>
  );
}
