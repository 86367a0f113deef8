import type { z } from 'zod';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import type { conflictingJob } from '../../contract.ts';
import styles from './parts.module.css';

type Job = z.output<typeof conflictingJob>;

/** The booked jobs in a breaks_jobs refusal; null for any other error. */
export function conflictingJobsOf(error: unknown): readonly Job[] | null {
  if (!(error instanceof ApiError) || error.code !== 'breaks_jobs') return null;
  return Array.isArray(error.extensions.jobs) ? error.extensions.jobs : [];
}

interface ConflictingJobsProps {
  readonly jobs: readonly Job[];
  /** The cleaner's name, if there may be several. */
  readonly name?: string;
  /** "Save anyway" */
  readonly anyway: string;
  /** The label while saving: "Setting time off". */
  readonly busy?: string | false;
  onAnyway(): void;
}

/** Booked jobs that conflict with a change, with a button to make it anyway. */
export function ConflictingJobs({ jobs, name, anyway, busy = false, onAnyway }: ConflictingJobsProps) {
  const { date, timeRange } = useFormat();
  const count =
    jobs.length === 1
      ? t('{{count}} booked job', { count: jobs.length })
      : t('{{count}} booked jobs', { count: jobs.length });
  return (
    <Notice kind="sun" live>
      {tNodes('{{value}} The jobs stay as they are until you move them.{{ul}}', {
        value: name
          ? t('{{name}} has {{count}} at that time.', { name, count })
          : t('{{count}} would fall outside these hours.', { count }),
        ul: (
          <ul className={styles.jobs}>
            {jobs.map((job) => (
              <li key={job.jobID}>
                <TextLink href={`/admin/jobs/${job.jobID}/view`}>
                  {date(job.startTime)}, {timeRange(job.startTime, job.endTime)}
                </TextLink>{' '}
                <span className="k-code">{job.postal}</span>
              </li>
            ))}
          </ul>
        ),
      })}
      <Button kind="quiet" size="small" busy={busy} onClick={onAnyway}>
        {anyway}
      </Button>
    </Notice>
  );
}
