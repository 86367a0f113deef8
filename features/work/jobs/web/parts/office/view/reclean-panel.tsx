import { Link } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../../contract/shapes.ts';
import { getJob, listJobs } from '../../../../contract.ts';
import styles from './view.module.css';

interface JobProps {
  readonly job: Job;
}

/** Which visit this one makes good and why, and which visits make good this one; hidden if there are none. */
export function RecleanPanel({ job }: JobProps) {
  return (
    <>
      {job.recleanOf && <MakesGood job={job} firstID={job.recleanOf} />}
      {job.stage === 'done' && <MadeGood job={job} />}
    </>
  );
}

function MakesGood({ job, firstID }: JobProps & { readonly firstID: string }) {
  const first = useCall(getJob, { params: { id: firstID } }).data;
  return (
    <Panel title="Cleaning again" note="Free of charge">
      <Facts
        facts={{
          'First visit': <JobLink id={firstID} job={first} />,
          'First crew': first?.cleaners.map(({ fullname }) => fullname).join(', ') ?? '',
          Why: <span className={styles.written}>{job.recleanReason}</span>,
        }}
      />
    </Panel>
  );
}

function MadeGood({ job }: JobProps) {
  const again = useCall(listJobs, { query: { recleanOf: job.id, status: '*' } }).data?.items ?? [];
  if (again.length === 0) return null;
  return (
    <Panel title="Cleaned again" note="Free of charge">
      <ul className={styles.recleans}>
        {again.map((one) => (
          <li key={one.id}>
            <JobLink id={one.id} job={one} />
            {one.status === 'cancelled' && ' (cancelled)'}
            <p className={styles.written}>{one.recleanReason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function JobLink({ id, job }: { readonly id: string; readonly job: Job | undefined }) {
  const { date, time } = useFormat();
  const text =
    job === undefined ? 'Open' : `Job ${job.number}, ${date(job.startTime)}, ${time(job.startTime)}`;
  return <Link to={`/admin/jobs/${id}/view`}>{text}</Link>;
}
