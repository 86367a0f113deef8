import IconClock from '@tabler/icons-react/dist/esm/icons/IconCalendarTime.mjs';
import IconCalendarX from '@tabler/icons-react/dist/esm/icons/IconCalendarX.mjs';
import IconDoorOff from '@tabler/icons-react/dist/esm/icons/IconDoorOff.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listTransactions } from '#features/money/payments/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { Tile } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { AuditLink } from '#platform/web/office/audit-link.tsx';
import { LoadedRecord, RecordPage } from '#platform/web/office/record.tsx';
import { TrashButton } from '#platform/web/office/trash-button.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { Job } from '../../contract/shapes.ts';
import { getJob, listJobs, trashJob, untrashJob } from '../../contract.ts';
import { cancelJob, changeJob } from '../../rules/policy.ts';
import { goesAhead } from '../../rules/status.ts';
import { mayChange, mayTrash } from './crew-plan.ts';
import styles from './job-frame.module.css';
import { chipOf } from './job-labels.ts';

export const JOBS = { title: t('Jobs'), to: '/admin/jobs' };
/** Queries to invalidate after a change of a job. */
export const JOB_READS = [getJob, listJobs, listTransactions];

/** Whether the crew may have been locked out: the visit has begun by its time, and is not done. */
export function mayBeLockedOut({ status, stage, trash, startTime }: Job, now: Date): boolean {
  return goesAhead(status) && stage !== 'done' && trash === 0 && Date.parse(startTime) <= now.getTime();
}

/** The frame of all pages about the job in the URL: loading state, date and customer, tabs, trash notice. */
export function JobFrame({ children }: { readonly children: (job: Job) => ReactNode }) {
  const { jobID = '' } = useParams();
  const query = useCall(getJob, { params: { id: jobID } });
  const { date, time } = useFormat();
  const at = `${JOBS.to}/${jobID}`;
  const mayEdit = useMay(changeJob);
  return (
    <LoadedRecord query={query} what={t('this job')} title={t('Job')} list={JOBS}>
      {(job) => (
        <RecordPage
          list={JOBS}
          title={t('Job {{number}}, {{date}}, {{time}}', {
            number: job.number,
            date: date(job.startTime),
            time: time(job.startTime),
          })}
          subtitle={<Subtitle job={job} />}
          picture={<Tile service={job.jobType} size={52} />}
          tabs={[
            { label: t('Job'), to: `${at}/view` },
            ...(mayEdit ? [{ label: t('Change'), to: `${at}/update` }] : []),
          ]}
          acts={<Acts job={job} />}
        >
          {children(job)}
        </RecordPage>
      )}
    </LoadedRecord>
  );
}

function Subtitle({ job }: { readonly job: Job }) {
  const { status, word } = chipOf(job, appClock.now());
  return (
    <span className={`k-inline k-gap-6 k-gap-x-10 k-mt-4 k-break ${styles.subtitle}`}>
      <StatusChip status={status}>{word}</StatusChip>
      {job.trash === 1 && <StatusChip status="cancelled">{t('In the trash')}</StatusChip>}
      <span>
        {job.customer.fullname}, {JOB_TYPE_NAMES[job.jobType].toLowerCase()}
        {job.label && ` (${job.label})`}
      </span>
    </span>
  );
}

function Acts({ job }: { readonly job: Job }) {
  const { date, time } = useFormat();
  const isChangeable = mayChange(job);
  const mayEdit = useMay(changeJob);
  const mayCancel = useMay(cancelJob);
  return (
    <>
      {isChangeable && mayEdit && (
        <ButtonLink kind="quiet" size="small" icon={IconClock} href={`${JOBS.to}/${job.id}/view?ask=move`}>
          {t('Move')}
        </ButtonLink>
      )}
      {isChangeable && mayCancel && (
        <ButtonLink
          kind="quiet"
          size="small"
          icon={IconCalendarX}
          href={`${JOBS.to}/${job.id}/view?ask=cancel`}
        >
          {t('Cancel')}
        </ButtonLink>
      )}
      {mayEdit && mayBeLockedOut(job, appClock.now()) && (
        <ButtonLink
          kind="quiet"
          size="small"
          icon={IconDoorOff}
          href={`${JOBS.to}/${job.id}/view?ask=lock-out`}
        >
          {t('Nobody let us in')}
        </ButtonLink>
      )}
      {job.stage === 'done' && goesAhead(job.status) && job.trash === 0 && mayEdit && (
        <ButtonLink kind="quiet" size="small" icon={IconRefresh} href={`${JOBS.to}/new?reclean=${job.id}`}>
          {t('Send someone again')}
        </ButtonLink>
      )}
      <AuditLink kind="job" id={job.id} />
      {job.status === 'expired' && job.trash === 0 && mayEdit && (
        <ButtonLink kind="quiet" size="small" icon={IconRefresh} href={`${JOBS.to}/new?again=${job.id}`}>
          {t('Hold again')}
        </ButtonLink>
      )}
      {(job.trash === 1 || mayTrash(job, appClock.now())) && (
        <TrashButton
          item={job}
          of={{
            calls: { trash: trashJob, untrash: untrashJob },
            many: t('jobs'),
            nameOf: (item) => `${item.customer.fullname}, ${date(item.startTime)} ${time(item.startTime)}`,
            refresh: JOB_READS,
          }}
        />
      )}
    </>
  );
}
