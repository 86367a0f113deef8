import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FirstRows } from '#platform/web/office/first-rows.tsx';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { FactList, Loaded, Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../contract/shapes.ts';
import { listJobs } from '../../contract.ts';
import { useNow, useToday } from '../parts/use-now.ts';
import { JOBS } from './job-frame.tsx';
import { chipOf, crewLabel, hoursLabel, paidLabel } from './job-labels.ts';

const MINUTE_MS = 60_000;

/** The chip of a job at the current time. */
function Stage({ job }: { readonly job: Job }) {
  const { status, word } = chipOf(job, useNow(MINUTE_MS));
  return <StatusChip status={status}>{word}</StatusChip>;
}

interface JobsPanelProps {
  readonly title: string;
  /** Shown if there are none. */
  readonly none: string;
  readonly query: {
    readonly customerID?: string;
    readonly cleanerID?: string;
    readonly from_date?: string;
    readonly to_date?: string;
    readonly order: 'asc' | 'desc';
  };
}

/** A customer's or a cleaner's visits for the office, a few initially. */
export function JobsPanel({ title, none, query }: JobsPanelProps) {
  return (
    <Panel title={title}>
      <FirstRows
        call={listJobs}
        query={{ ...query, sortby: 'startTime', status: '*' }}
        what={t('the bookings')}
        none={<p className="k-muted">{none}</p>}
      >
        {(jobs) => <JobsTable caption={title} jobs={jobs} isOfCleaner={query.cleanerID !== undefined} />}
      </FirstRows>
    </Panel>
  );
}

interface JobsTableProps {
  readonly caption: string;
  readonly jobs: readonly Job[];
  readonly isOfCleaner: boolean;
}

function JobsTable({ caption, jobs, isOfCleaner }: JobsTableProps) {
  const { date, time } = useFormat();
  return (
    <PanelTable
      caption={caption}
      items={jobs}
      columns={[
        {
          title: t('When'),
          render: (job) => (
            <TextLink href={`${JOBS.to}/${job.id}/view`}>
              {`${date(job.startTime, 'dated')}, ${time(job.startTime)}`}
            </TextLink>
          ),
        },
        { title: t('Service'), render: (job) => `${JOB_TYPE_NAMES[job.jobType]}, ${hoursLabel(job)}` },
        isOfCleaner ? CUSTOMER : CREW,
        { title: t('Stage'), render: (job) => <Stage job={job} /> },
        { title: t('Paid'), render: (job) => paidLabel(job, today()) },
      ]}
    />
  );
}

const CREW = { title: t('Crew'), render: (job: Job) => crewLabel(job.cleaners) };
const CUSTOMER = {
  title: t('Customer'),
  render: ({ customer }: Job) => (
    <TextLink href={`/admin/customers/${customer.id}/view`}>{customer.fullname}</TextLink>
  ),
};

interface OfCustomer {
  readonly customerID: string;
}

/** A customer's bookings: the next visit, then upcoming ones, then past ones. */
export function CustomerJobs({ customerID }: OfCustomer) {
  const today = useToday();
  return (
    <>
      <NextVisitPanel customerID={customerID} today={today} />
      <JobsPanel
        title={t('Coming up')}
        none={t('Nothing is booked.')}
        query={{ customerID, from_date: today, order: 'asc' }}
      />
      <JobsPanel
        title={t('Past visits')}
        none={t('No visits yet.')}
        query={{ customerID, to_date: addDays(today, -1), order: 'desc' }}
      />
    </>
  );
}

/** The number of visits loaded to find the next one, as some of today's may already be done. */
const FEW = 10;

function NextVisitPanel({ customerID, today }: OfCustomer & { readonly today: string }) {
  const jobs = useCall(listJobs, {
    query: { customerID, from_date: today, sortby: 'startTime', order: 'asc', size: FEW },
  });
  const next = jobs.data?.items.find(({ stage }) => stage !== 'done');
  return (
    <Panel
      title={t('Next visit')}
      end={next && <TextLink href={`${JOBS.to}/${next.id}/view`}>{t('See visit')}</TextLink>}
    >
      <Loaded query={jobs} what={t('the next visit')}>
        {() => (next ? <NextFacts job={next} /> : <p className="k-muted">{t('None booked.')}</p>)}
      </Loaded>
    </Panel>
  );
}

function NextFacts({ job }: { readonly job: Job }) {
  const { date, time } = useFormat();
  return (
    <FactList
      facts={{
        When: t('{{date}}, {{time}} to {{time2}}', {
          date: date(job.startTime),
          time: time(job.startTime),
          time2: time(job.endTime),
        }),
        Service: `${JOB_TYPE_NAMES[job.jobType]}, ${hoursLabel(job)}`,
        Home: `${job.job_address_addressLine1}, ${job.job_address_postal}`,
        Crew: crewLabel(job.cleaners) || t('No one yet'),
        Stage: <Stage job={job} />,
        Paid: paidLabel(job, today()),
      }}
    />
  );
}
