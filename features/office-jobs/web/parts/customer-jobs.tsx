import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { listJobs } from '#features/jobs/contract.ts';
import { useNow, useToday } from '#features/jobs/web/parts/use-now.ts';
import { JOB_TYPE_NAMES } from '#features/packages/web/parts/job-type-names.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Loaded, Panel } from '#platform/web/office/record.tsx';
import { RuledTable } from '#platform/web/office/ruled-table.tsx';
import { chipOf, crewWord, hoursWord, paidWord } from '../admin/job-words.ts';
import { JOBS } from './job-frame.tsx';

interface OfCustomer {
  readonly customerId: string;
}

/** Rows at first, and how many more each time. */
const FIRST = 5;
const MORE = 20;

/** A customer's bookings for the office: the next visit by itself, then what is to come, then what was. */
export function CustomerJobs({ customerId }: OfCustomer) {
  const today = useToday();
  return (
    <>
      <NextVisitPanel customerId={customerId} today={today} />
      <JobsPanel
        title="Coming up"
        none="Nothing is booked."
        query={{ customerID: customerId, from_date: today, order: 'asc' }}
      />
      <JobsPanel
        title="Past visits"
        none="No visits yet."
        query={{ customerID: customerId, to_date: addDays(today, -1), order: 'desc' }}
      />
    </>
  );
}

const MINUTE_MS = 60_000;

/** How many of a day may be done before the next one comes. */
const FEW = 10;

function NextVisitPanel({ customerId, today }: OfCustomer & { readonly today: string }) {
  const jobs = useCall(listJobs, {
    query: { customerID: customerId, from_date: today, sortby: 'startTime', order: 'asc', size: FEW },
  });
  const next = jobs.data?.items.find(({ stage }) => stage !== 'done');
  return (
    <Panel
      title="Next visit"
      end={next && <TextLink href={`${JOBS.to}/${next.id}/view`}>See visit</TextLink>}
    >
      <Loaded query={jobs} what="the next visit">
        {() => (next ? <NextFacts job={next} /> : <p className="k-muted">None booked.</p>)}
      </Loaded>
    </Panel>
  );
}

function NextFacts({ job }: { readonly job: Job }) {
  const { date, time } = useFormat();
  return (
    <Facts
      facts={{
        When: `${date(job.startTime)}, ${time(job.startTime)} to ${time(job.endTime)}`,
        Service: `${JOB_TYPE_NAMES[job.jobType]}, ${hoursWord(job)}`,
        Home: `${job.job_address_addressLine1}, ${job.job_address_postal}`,
        Crew: crewWord(job.cleaners) || 'Nobody yet',
        Stage: <Stage job={job} />,
        Paid: paidWord(job, today()),
      }}
    />
  );
}

function Stage({ job }: { readonly job: Job }) {
  const { status, word } = chipOf(job, useNow(MINUTE_MS));
  return <StatusChip status={status}>{word}</StatusChip>;
}

interface JobsPanelProps {
  readonly title: string;
  /** Where there are none. */
  readonly none: string;
  readonly query: {
    readonly customerID: string;
    readonly from_date?: string;
    readonly to_date?: string;
    readonly order: 'asc' | 'desc';
  };
}

function JobsPanel({ title, none, query }: JobsPanelProps) {
  const [size, setSize] = useState(FIRST);
  const jobs = useQuery({
    ...queryOf(listJobs, { query: { ...query, sortby: 'startTime', size, status: '*' } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={title}>
      <Loaded query={jobs} what="the bookings">
        {({ items, total = 0 }) => (
          <>
            {items.length === 0 ? <p className="k-muted">{none}</p> : <Jobs caption={title} jobs={items} />}
            {items.length < total && (
              <Button
                kind="quiet"
                size="small"
                busy={jobs.isFetching && 'Loading'}
                onClick={() => setSize(size + MORE)}
              >
                {`Show ${Math.min(MORE, total - items.length)} more of ${total}`}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Jobs({ caption, jobs }: { readonly caption: string; readonly jobs: readonly Job[] }) {
  const { date, time } = useFormat();
  return (
    <RuledTable
      caption={caption}
      items={jobs}
      columns={[
        {
          title: 'When',
          render: (job) => (
            <TextLink href={`${JOBS.to}/${job.id}/view`}>
              {`${date(job.startTime, 'dated')}, ${time(job.startTime)}`}
            </TextLink>
          ),
        },
        { title: 'Service', render: (job) => `${JOB_TYPE_NAMES[job.jobType]}, ${hoursWord(job)}` },
        { title: 'Crew', render: (job) => crewWord(job.cleaners) },
        { title: 'Stage', render: (job) => <Stage job={job} /> },
        { title: 'Paid', render: (job) => paidWord(job, today()) },
      ]}
    />
  );
}
