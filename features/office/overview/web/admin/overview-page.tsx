import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { seeStatistics } from '#features/work/jobs/rules/policy.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { SmallTile } from '#platform/web/design/tiles/tile.tsx';
import { dayInWords, useFormat } from '#platform/web/format.ts';
import { officeLanguage, t, tNodes } from '#platform/web/i18n/office.ts';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { May } from '#platform/web/session/may.tsx';
import { type Overview, readOverview } from '../../contract.ts';
import { WeekFigures } from './figures.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import styles from './overview.module.css';
import { NewsPanel, OutPanel, TomorrowPanel } from './side-panels.tsx';

const EVERY_MINUTE = 60_000;

interface OverviewPageProps {
  /** Below the title. */
  readonly top?: ReactNode;
}

/** /admin/overview, with all needs if `?all`: what needs the office now, whether today is safe, how the week goes. */
export function Component({ top }: OverviewPageProps) {
  const [params] = useSearchParams();
  const isLong = params.has('all');
  const overview = useQuery({
    ...queryOf(readOverview, { query: isLong ? { each: 100 } : {} }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MINUTE,
    refetchOnWindowFocus: 'always',
  });
  return (
    <div className="k-office-page">
      <header className="k-row k-bottom k-wrap k-between k-gap-12">
        <div>
          <PageTitle tab={t('Overview')}>
            {overview.data ? titleOf(overview.data.day) : t('Overview')}
          </PageTitle>
          {overview.data && <Today overview={overview.data} />}
        </div>
        {overview.data && (
          <ButtonLink
            kind="quiet"
            size="small"
            href={`/admin/jobs?from_date=${overview.data.day}&to_date=${overview.data.day}`}
          >
            {t('Today’s visits')}
          </ButtonLink>
        )}
      </header>
      {top}
      <Loaded query={overview} what={t('the overview')}>
        {(loaded) => <Panels overview={loaded} />}
      </Loaded>
    </div>
  );
}

/** "Thursday 26 November" */
function titleOf(day: string): string {
  return dayInWords(day, officeLanguage(), { weekday: 'long', day: 'numeric', month: 'long' }).replace(
    ',',
    '',
  );
}

interface OverviewProps {
  readonly overview: Overview;
}

function Today({ overview: { today, now } }: OverviewProps) {
  const { hours, time } = useFormat();
  const count = (of: number, one: string) =>
    t('{{count}} {{things}}', { count: of, things: t(of === 1 ? one : `${one}s`) });
  return (
    <p className={styles.today}>
      {tNodes('{{count}}, {{hours}}, {{count2}} out. It is {{b}}.', {
        count: count(today.visits, 'visit'),
        hours: hours(today.hours),
        count2: count(today.cleaners, 'cleaner'),
        b: <b>{time(now)}</b>,
      })}
    </p>
  );
}

function Panels({ overview }: OverviewProps) {
  const { needs, more, hours, out, tomorrow, since } = overview;
  return (
    <div className={`k-stack k-gap-16 ${styles.panels}`}>
      <div className={`k-stack k-gap-16 ${styles.needsColumn}`}>
        <NeedsPanel needs={needs} more={more} />
        <div className={styles.deskOnly}>
          <TomorrowPanel tomorrow={tomorrow} />
          <NewsPanel since={since} />
        </div>
      </div>
      <div className="k-stack k-gap-16">
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

type Hour = Overview['hours'][number];

const STATES = [
  { name: 'done', words: t('Done') },
  { name: 'now', words: t('Now') },
  { name: 'toCome', words: t('To come') },
  { name: 'noOne', words: t('No one there') },
] as const;
type State = (typeof STATES)[number]['name'];

/** Tiles in the tallest column. */
const TALLEST = 12;

/** The day as tiles: how many cleaners are at work in each hour. */
function HoursPanel({ hours }: Pick<Overview, 'hours'>) {
  const [asTable, setAsTable] = useState(false);
  const most = Math.max(...hours.map(sumOf));
  const isOver = hours.every(({ now, toCome, noOne }) => now + toCome + noOne === 0);
  const perTile = Math.max(1, Math.ceil(most / TALLEST));
  if (most <= 0)
    return (
      <Panel title={t('The day, hour by hour')}>
        <p>{t('No one works today.')}</p>
      </Panel>
    );
  return (
    <Panel
      title={t('The day, hour by hour')}
      note={
        perTile > 1
          ? t('Cleaners at work. One tile is {{perTile}} cleaners.', { perTile })
          : t('Cleaners at work. One tile is one cleaner.')
      }
      end={
        <Button kind="quiet" size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('Show tiles') : t('Show table')}
        </Button>
      }
    >
      {asTable && <Table hours={hours} />}
      {!asTable && !isOver && <Tiles hours={hours} perTile={perTile} />}
      {!asTable && isOver && (
        <p className="k-muted">{most === 0 ? t('No visits today.') : t('All visits of today are over.')}</p>
      )}
    </Panel>
  );
}

function Tiles({ hours, perTile }: Pick<Overview, 'hours'> & { readonly perTile: number }) {
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        {STATES.map(({ name, words }) => (
          <span key={name}>
            <StateTile state={name} size={14} /> {words.toLowerCase()}
          </span>
        ))}
      </p>
      <div className={styles.chart} role="img" aria-label={labelOf(hours)}>
        {hours.map((hour) => (
          <div key={hour.hour} className={`k-stack k-small ${styles.hour}`}>
            <span className="k-muted">{sumOf(hour) || ''}</span>
            <div className={styles.stack}>
              {STATES.flatMap(({ name }) =>
                Array.from({ length: Math.ceil(hour[name] / perTile) }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its position
                  <StateTile key={`${name} ${index}`} state={name} />
                )),
              )}
            </div>
            <span className={styles.hourName}>{hourName(hour.hour)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

const TILES = { done: 'done', now: 'now', toCome: 'plan' } as const;

function StateTile({ state, size = 26 }: { readonly state: State; readonly size?: number }) {
  if (state !== 'noOne') return <SmallTile state={TILES[state]} size={size} />;
  return <i className={styles.noOne} style={{ width: size }} aria-hidden="true" />;
}

function Table({ hours }: Pick<Overview, 'hours'>) {
  return (
    <table className={`k-table ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('Hour')}</th>
          {STATES.map(({ name, words }) => (
            <th key={name} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.hour}>
            <th scope="row">{hourName(hour.hour)}</th>
            {STATES.map(({ name }) => (
              <td key={name}>{hour[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sumOf({ done, now, toCome, noOne }: Hour): number {
  return done + now + toCome + noOne;
}

/** "8 am", "12 pm". */
function hourName(hour: number): string {
  const onClock = hour % 12 === 0 ? 12 : hour % 12;
  return hour % 24 < 12 ? t('{{onClock}} am', { onClock }) : t('{{onClock}} pm', { onClock });
}

function labelOf(hours: readonly Hour[]): string {
  const busy = hours.filter((hour) => sumOf(hour) > 0);
  if (busy.length === 0) return t('No one works today');
  return t('Cleaners at work: {{join}}', {
    join: busy.map((hour) => `${hourName(hour.hour)}, ${sumOf(hour)}`).join('; '),
  });
}
