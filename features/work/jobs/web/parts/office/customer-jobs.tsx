import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Loaded, Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../contract/shapes.ts';
import { listJobs } from '../../../contract.ts';
import { useToday } from '../use-now.ts';
import { JOBS } from './job-frame.tsx';
import { crewLabel, hoursLabel, paidLabel } from './job-labels.ts';
import { JobsPanel, Stage } from './jobs-panel.tsx';

interface OfCustomer {
  readonly customerId: string;
}

/** A customer's bookings: the next visit, then upcoming ones, then past ones. */
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

/** The number of visits loaded to find the next one, as some of today's may already be done. */
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
        Service: `${JOB_TYPE_NAMES[job.jobType]}, ${hoursLabel(job)}`,
        Home: `${job.job_address_addressLine1}, ${job.job_address_postal}`,
        Crew: crewLabel(job.cleaners) || 'No one yet',
        Stage: <Stage job={job} />,
        Paid: paidLabel(job, today()),
      }}
    />
  );
}
