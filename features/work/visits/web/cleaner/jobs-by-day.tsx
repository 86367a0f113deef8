import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { dayInWords, timeRange } from '#platform/web/format.ts';
import { mainLanguage, type Pair, pair } from '#platform/web/i18n/pair.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BilingualText, JobsFailed, LoadingJobs, StaleNotice } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { workOf } from './my-part.ts';
import { useUnsent } from './unsent.ts';
import { LIST_SIZE, listQuery, useCachedJobs, usePrefetchJobs } from './use-cached-jobs.ts';
import { withUnsent } from './with-unsent.ts';
import { dayLabel, monthTotal, word, workLabel } from './words.ts';

interface JobsByDayProps {
  query: Parameters<typeof listQuery>[0];
  /** Filters the jobs. */
  keep: (job: Job) => boolean;
  /** The link target of a line: /cleaner/upcoming or /cleaner/past. */
  basePath: string;
  empty: Pair;
  /** Prefetch the pages, as they may be opened offline. */
  prefetch?: boolean;
  /** Each month has a heading with its visits and their time. */
  months?: boolean;
}

/** Jobs grouped by day, one line each. */
export function JobsByDay({
  query,
  keep,
  basePath,
  empty,
  prefetch = false,
  months = false,
}: JobsByDayProps) {
  const { id } = useSession();
  const unsent = useUnsent();
  const jobs = useCachedJobs(listQuery(query));
  usePrefetchJobs(prefetch ? jobs.data : undefined);
  if (jobs.data === undefined) {
    if (jobs.isPending && !jobs.isMissing) return <LoadingJobs />;
    return <JobsFailed onRetry={() => jobs.refetch()} retrying={jobs.isFetching} />;
  }
  const items = jobs.data.map((job) => withUnsent(job, unsent.items, id)).filter(keep);
  if (items.length === 0) {
    return (
      <EmptyState title={<BilingualText text={empty} />} spot="regular" level={2}>
        <BilingualText text={word('rest')} />
      </EmptyState>
    );
  }
  return (
    <>
      {jobs.isOld && <StaleNotice error={jobs.error} />}
      {months ? (
        [...byMonth(items)].map(([month, jobsOfMonth]) => (
          <section key={month} className={`k-stack k-gap-12 ${styles.month}`}>
            <MonthHead
              month={month}
              jobs={jobsOfMonth}
              // The oldest month of a full page may go on beyond it.
              isWhole={jobs.data?.length !== LIST_SIZE || month !== monthOf(items.at(-1))}
            />
            <DaySections items={jobsOfMonth} basePath={basePath} level={3} />
          </section>
        ))
      ) : (
        <DaySections items={items} basePath={basePath} level={2} />
      )}
    </>
  );
}

function MonthHead({ month, jobs, isWhole }: { month: string; jobs: readonly Job[]; isWhole: boolean }) {
  const parts = { month: 'long', year: 'numeric' } as const;
  return (
    <header>
      <h2>
        <BilingualText text={pair((language) => dayInWords(`${month}-01`, language, parts))} />
      </h2>
      {isWhole && (
        <p className="k-muted">
          <BilingualText text={monthTotal(workOf(jobs))} />
        </p>
      )}
    </header>
  );
}

interface DaysProps extends Pick<JobsByDayProps, 'basePath'> {
  items: readonly Job[];
  level: 2 | 3;
}

function DaySections({ items, basePath, level }: DaysProps) {
  return [...byDay(items)].map(([day, jobsOfDay]) => (
    <section key={day} className={styles.day}>
      <SectionTitle ruled level={level}>
        <BilingualText text={dayLabel(day)} />
      </SectionTitle>
      <ul className={styles.lines}>
        {jobsOfDay.map((job) => (
          <li key={job.id}>
            <JobLine job={job} basePath={basePath} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function JobLine({ job, basePath }: { job: Job; basePath: string }) {
  const work = workLabel(job.jobType, job.hours);
  return (
    <VisitLine
      service={job.jobType}
      title={timeRange(job.startTime, job.endTime, mainLanguage())}
      note={
        <>
          {placeOf(job)} <span className={styles.unit}>{job.job_address_addressLine2}</span>
          <br />
          <BilingualText text={work} />
        </>
      }
      action={
        <TextLink href={`${basePath}/${job.id}`} roomy>
          <BilingualText text={word('seeShort')} />
        </TextLink>
      }
    />
  );
}

function monthOf(job: Job | undefined): string {
  return job === undefined ? '' : dayOfWire(job.startTime).slice(0, 7);
}

function byMonth(jobs: readonly Job[]): Map<string, Job[]> {
  return Map.groupBy(jobs, monthOf);
}

function byDay(jobs: readonly Job[]): Map<string, Job[]> {
  return Map.groupBy(jobs, (job) => dayOfWire(job.startTime));
}
