import type { ReactNode } from 'react';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf, rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { useNow, useToday } from '#features/work/jobs/web/parts/use-now.ts';
import { VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { timeRange } from '#platform/web/format.ts';
import { mainLanguage, type Pair } from '#platform/web/i18n/pair.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BilingualText, JobsFailed, LoadingJobs, StaleNotice } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { JobBox } from './job-box.tsx';
import { isMineDone, myPart } from './my-part.ts';
import { StartOrOpen } from './start-or-open.tsx';
import { useUnsent } from './unsent.ts';
import { useCachedJobs, usePrefetchJobs } from './use-cached-jobs.ts';
import { withUnsent } from './with-unsent.ts';
import { dayTotal, longDayLabel, nextIn, word } from './words.ts';

const MINUTE_MS = 60_000;

interface TodayPageProps {
  /** Of other features: above and below the visits. */
  readonly top: ReactNode;
  readonly bottom: ReactNode;
}

/** The cleaner's day: day ruler, next visit, later visits. */
export function TodayPage({ top, bottom }: TodayPageProps) {
  const session = useSession();
  const today = useToday();
  const jobs = useCachedJobs({
    from_date: today,
    to_date: today,
    status: 'paid',
    sortby: 'startTime',
    order: 'asc',
  });
  const { items } = useUnsent();
  usePrefetchJobs(jobs.data);
  return (
    <div className="k-cleaner-page">
      <header className={`k-row k-stretch k-between k-gap-16 ${styles.head}`}>
        <div>
          <PageTitle zh={word('today').zh}>{word('today').text}</PageTitle>
          <p className="k-muted">
            <BilingualText text={longDayLabel(today)} />
          </p>
        </div>
        {session.id !== null && (
          <PersonTile id={session.id} initials={initialsOf(session.fullname)} size={60} />
        )}
      </header>
      {top}
      {jobs.isOld && <StaleNotice error={jobs.error} />}
      {jobs.data !== undefined && (
        <TodayJobs jobs={jobs.data.map((job) => withUnsent(job, items, session.id))} />
      )}
      {jobs.data === undefined && jobs.isPending && !jobs.isMissing && <LoadingJobs />}
      {(jobs.isMissing || (jobs.data === undefined && jobs.error !== null)) && (
        <JobsFailed onRetry={() => jobs.refetch()} retrying={jobs.isFetching} />
      )}
      {bottom}
    </div>
  );
}

function Ruler({ jobs, label }: { jobs: readonly Job[]; label: string }) {
  const blocks = jobs.map(rulerBlockOf);
  return <DayRuler {...useDayHours(blocks)} blocks={blocks} label={label} band />;
}

function TodayJobs({ jobs }: { jobs: readonly Job[] }) {
  const now = useNow(MINUTE_MS / 2);
  if (jobs.length === 0) {
    return (
      <EmptyState
        title={<BilingualText text={word('nothingToday')} />}
        spot="done"
        level={2}
        action={
          <ButtonLink kind="quiet" full href="/cleaner/upcoming" zh={word('upcoming').zh}>
            {word('upcoming').text}
          </ButtonLink>
        }
      >
        <BilingualText text={word('rest')} />
      </EmptyState>
    );
  }
  const total = dayTotal(
    jobs.length,
    jobs.reduce((sum, job) => sum + job.hours, 0),
  );
  const next = jobs.find((job) => !isMineDone(job));
  return (
    <>
      <div className={styles.ruler}>
        <Ruler jobs={jobs} label={total.text} />
      </div>
      <p>
        <b>{total.text}</b>{' '}
        {total.zh !== '' && (
          <span className="k-muted" lang="zh">
            {total.zh}
          </span>
        )}
      </p>
      {jobs.filter(isMineDone).map((job) => (
        <DoneJob key={job.id} job={job} />
      ))}
      {jobs
        .filter((job) => !isMineDone(job))
        .map((job) => (
          <JobBox
            key={job.id}
            job={job}
            next={job === next ? nextLabel(job, now) : undefined}
            action={job === next ? <StartOrOpen job={job} /> : <OpenLink job={job} />}
          />
        ))}
    </>
  );
}

function DoneJob({ job }: { job: Job }) {
  return (
    <VisitLine
      service={job.jobType}
      title={timeRange(job.startTime, job.endTime, mainLanguage())}
      note={
        <>
          {placeOf(job)}
          <span className={`k-block k-muted ${styles.work}`}>
            <BilingualText text={word('doneShort')} />
          </span>
        </>
      }
      action={
        <TextLink href={`/cleaner/jobs/${job.id}`} roomy>
          <BilingualText text={word('seeShort')} />
        </TextLink>
      }
    />
  );
}

function OpenLink({ job }: { job: Job }) {
  return (
    <ButtonLink kind="quiet" full href={`/cleaner/jobs/${job.id}`} zh={word('see').zh}>
      {word('see').text}
    </ButtonLink>
  );
}

function nextLabel(job: Job, now: Date): Pair {
  if (myPart(job).startedAt !== null) return word('underWay');
  return nextIn(Math.max(0, Math.round((Date.parse(job.startTime) - now.getTime()) / MINUTE_MS)));
}
