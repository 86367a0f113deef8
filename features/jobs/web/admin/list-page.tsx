import { listCleaners } from '#features/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay } from '#platform/web/business-day.ts';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { TinyHours } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { ListFilter } from '#platform/web/office/list-controls.tsx';
import { type ListColumn, ListPage } from '#platform/web/office/list-page.tsx';
import type { Job } from '../../contract/shapes.ts';
import { listJobs, trashJob, untrashJob } from '../../contract.ts';
import styles from './admin.module.css';
import { mayChange } from './change/crew-plan.ts';
import { jobViews } from './job-views.ts';
import { chipOf, crewWord, hoursWord, nameOf, paidWord, priceWord, SERVICES } from './job-words.ts';

const HOME = '/admin/jobs';
/** All of them: a filter's choice. */
const EVERYBODY = { size: 1000, sortby: 'firstname', order: 'asc' } as const;

/** /admin/jobs */
export function Component() {
  const { date, time } = useFormat();
  const cleaners = useCall(listCleaners, { query: EVERYBODY }).data?.items ?? [];
  const filters: readonly ListFilter[] = [
    { label: 'Dates', days: ['from_date', 'to_date'] },
    {
      name: 'jobType',
      label: 'Service',
      options: Object.entries(SERVICES).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'cleanerID',
      label: 'Cleaner',
      options: cleaners.map((cleaner) => ({ value: cleaner.id, label: nameOf(cleaner) })),
    },
    { name: 'stage', label: 'Stage', options: STAGES },
    { name: 'status', label: 'Status', options: STATUSES },
  ];
  return (
    <ListPage
      title="Jobs"
      one="job"
      many="jobs"
      home={HOME}
      call={listJobs}
      trash={trashJob}
      untrash={untrashJob}
      nameOf={(job) => `${job.customer.fullname}, ${date(job.startTime)} ${time(job.startTime)}`}
      columns={columns(useFormat())}
      filters={filters}
      sortby="startTime"
      order="desc"
      views={jobViews(businessDay(appClock.now()))}
      sumOf={hoursOf}
      actions={(job) =>
        mayChange(job)
          ? [
              { label: 'Change crew', to: `${HOME}/${job.id}/view?ask=crew-1` },
              { label: 'Move', to: `${HOME}/${job.id}/view?ask=move` },
            ]
          : []
      }
    />
  );
}

function columns({ date, time }: ReturnType<typeof useFormat>): ListColumn<Job>[] {
  return [
    {
      key: 'when',
      title: 'When',
      sortby: 'startTime',
      render: (job) => (
        <span className={styles.when}>
          <span>{date(job.startTime)}</span>
          <span className="k-figure">{time(job.startTime)}</span>
        </span>
      ),
    },
    {
      key: 'hours',
      title: 'Hours',
      render: (job) => (
        <span className={styles.hours}>
          <span className="k-figure">{hoursWord(job)}</span>
          <TinyHours service={job.jobType} hours={job.hours} />
        </span>
      ),
    },
    { key: 'service', title: 'Service', sortby: 'jobType', render: (job) => SERVICES[job.jobType] },
    {
      key: 'customer',
      title: 'Customer',
      sortby: 'customer',
      render: (job) => <b>{job.customer.fullname}</b>,
    },
    {
      key: 'postal',
      title: 'Postal',
      render: (job) => <span className="k-code">{job.job_address_postal}</span>,
    },
    {
      key: 'crew',
      title: 'Crew',
      render: (job) => crewWord(job.cleaners) || <b className={styles.none}>Find crew</b>,
    },
    {
      key: 'stage',
      title: 'Stage',
      render: (job) => {
        const { status, word } = chipOf(job, appClock.now());
        return <StatusChip status={status}>{word}</StatusChip>;
      },
    },
    { key: 'paid', title: 'Paid', sortby: 'status', render: paidWord },
    { key: 'amount', title: 'S$', sortby: 'amountToPay', number: true, render: priceWord },
    { key: 'label', title: 'Label', sortby: 'label', extra: true, render: (job) => job.label },
    { key: 'address', title: 'Address', extra: true, render: (job) => job.job_address_addressLine1 },
    { key: 'package', title: 'Package', extra: true, render: (job) => job.package.label },
    {
      key: 'ticks',
      title: 'Checklist',
      extra: true,
      number: true,
      render: (job) => `${job.checklistDone} of ${job.checklistTotal}`,
    },
    {
      key: 'stars',
      title: 'Stars',
      extra: true,
      number: true,
      render: (job) => job.reviewStarts ?? '',
    },
    {
      key: 'booked',
      title: 'Booked',
      sortby: 'createdAt',
      extra: true,
      render: (job) => date(job.createdAt),
    },
  ];
}

/** "11 hours" of work, all cleaners counted. */
function hoursOf(jobs: readonly Job[]): string {
  const sum = jobs.reduce((hours, job) => hours + job.hours * job.numCleaners, 0);
  return `${sum} ${sum === 1 ? 'hour' : 'hours'}`;
}

const STAGES = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'in-progress', label: 'Under way' },
  { value: 'done', label: 'Done' },
];

const STATUSES = [
  { value: 'pending', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Not paid in time' },
  { value: '*', label: 'Any' },
];
