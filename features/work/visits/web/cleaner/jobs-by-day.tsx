import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { VisitLine } from '#platform/web/design/booking/job-card.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { date, timeRange } from '#platform/web/format.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BilingualText, JobsFailed, LoadingJobs, StaleNotice } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { useUnsent } from './unsent.ts';
import { listQuery, useCachedJobs, usePrefetchJobs } from './use-cached-jobs.ts';
import { withUnsent } from './with-unsent.ts';
import { type Pair, words, workLabel } from './words.ts';

interface JobsByDayProps {
  query: Parameters<typeof listQuery>[0];
  /** Filters the jobs. */
  keep: (job: Job) => boolean;
  /** The link target of a line: /cleaner/upcoming or /cleaner/past. */
  basePath: string;
  empty: Pair;
  /** Prefetch the pages, as they may be opened offline. */
  prefetch?: boolean;
}

/** Jobs grouped by day, one line each. */
export function JobsByDay({ query, keep, basePath, empty, prefetch = false }: JobsByDayProps) {
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
        <BilingualText text={words.rest} />
      </EmptyState>
    );
  }
  return (
    <>
      {jobs.isOld && <StaleNotice error={jobs.error} />}
      {[...byDay(items)].map(([day, jobsOfDay]) => (
        <section key={day} className={styles.day}>
          <SectionTitle ruled>
            {date(day, 'en')} <span lang="zh">{date(day, 'zh', 'weekday')}</span>
          </SectionTitle>
          <ul className={styles.lines}>
            {jobsOfDay.map((job) => (
              <li key={job.id}>
                <JobLine job={job} basePath={basePath} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function JobLine({ job, basePath }: { job: Job; basePath: string }) {
  const work = workLabel(job.jobType, job.hours);
  return (
    <VisitLine
      service={job.jobType}
      title={`${timeRange(job.startTime, job.endTime, 'en')}`}
      note={
        <>
          {placeOf(job)} <span className={styles.unit}>{job.job_address_addressLine2}</span>
          <br />
          <BilingualText text={work} />
        </>
      }
      action={
        <TextLink href={`${basePath}/${job.id}`} roomy>
          <BilingualText text={words.seeShort} />
        </TextLink>
      }
    />
  );
}

function byDay(jobs: readonly Job[]): Map<string, Job[]> {
  return Map.groupBy(jobs, (job) => dayOfWire(job.startTime));
}
