import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../../contract/shapes.ts';
import { rulerBlockOf } from '../../job-day.ts';
import { hoursLabel } from '../job-labels.ts';
import styles from './view.module.css';

interface JobProps {
  readonly job: Job;
}

/** Time, address, customer and special requests. */
export function VisitPanel({ job }: JobProps) {
  const { date, timeRange } = useFormat();
  const blocks = [rulerBlockOf(job)];
  const day = useDayHours(blocks);
  return (
    <Panel title="Visit" note={date(job.startTime, 'long')}>
      <DayRuler
        {...day}
        blocks={blocks}
        label={`${timeRange(job.startTime, job.endTime)} of a day from ${day.hourLabels[0]} to ${day.hourLabels.at(-1)}`}
      />
      <div className={styles.facts}>
        <Facts
          facts={{
            Time: timeRange(job.startTime, job.endTime),
            Service: `${JOB_TYPE_NAMES[job.jobType]}, ${hoursLabel(job)}${job.breakHours > 0 ? `, break ${job.breakHours} h` : ''}`,
            Package: job.package.label,
            Customer: <Customer job={job} />,
            Address: <Address job={job} />,
            Home: homeOf(job),
            Supplies: job.requireCleaningSupplies ? 'Brought by us' : 'The customer’s own',
            Requests: <span className={styles.written}>{job.specialRequests || '–'}</span>,
            Access: <span className={styles.written}>{job.contactDetails || '–'}</span>,
          }}
        />
      </div>
    </Panel>
  );
}

function Customer({ job }: JobProps) {
  const { customer, job_customer_email: email } = job;
  return (
    <>
      <Link className={styles.written} to={`/admin/customers/${customer.id}/view`}>
        {customer.fullname}
      </Link>
      {customer.mobile && (
        <>
          <br />
          <a href={`tel:+${customer.mobile}`}>{showMobile(customer.mobile)}</a>
        </>
      )}
      {email && (
        <>
          <br />
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </>
  );
}

function Address({ job }: JobProps) {
  const area = useCall(findAreas, { query: { postal: job.job_address_postal } }).data?.[0];
  const lines = [job.job_address_addressLine1, job.job_address_addressLine2, job.job_address_addressLine3];
  return (
    <>
      {lines.filter(Boolean).join(', ')}
      <br />
      {job.job_address_country} <span className="k-code">{job.job_address_postal}</span>
      {area && `, ${area.name}`}
    </>
  );
}

function homeOf(job: Job): string {
  const gender = { female: 'female cleaner', male: 'male cleaner' }[job.job_address_genderPreference];
  const language = job.job_address_languagePreference;
  const parts = [
    HOMES[job.job_address_type] ?? job.job_address_type,
    job.job_address_hasPets && 'pets',
    gender,
    language && `${language}-speaking cleaner`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Home types by their stored value. */
const HOMES: Readonly<Record<string, string>> = {
  hdb_1_2: 'HDB 1- or 2-room',
  hdb_3: 'HDB 3-room',
  hdb_4: 'HDB 4-room',
  hdb_5: 'HDB 5-room',
  hdb_exec: 'HDB executive flat',
  condo_1: 'Condo, 1 bedroom',
  condo_2: 'Condo, 2 bedrooms',
  condo_3: 'Condo, 3 bedrooms',
  condo_4plus: 'Condo, 4 bedrooms or more',
  landed: 'Landed',
  office: 'Office',
  other: 'Other',
};

/** The customer's review; hidden until there is one. */
export function ReviewPanel({ job }: JobProps) {
  const { date } = useFormat();
  if (job.reviewedAt === null || job.reviewStarts === null) return null;
  return (
    <Panel title="Review" note={date(job.reviewedAt)}>
      <p>
        <b className="k-figure">{job.reviewStarts} of 5</b> {job.reviewStarts === 1 ? 'star' : 'stars'}
      </p>
      {job.review && <p className={styles.written}>{job.review}</p>}
    </Panel>
  );
}

/** When the record was created and changed. */
export function RecordPanel({ job }: JobProps) {
  const { date, time } = useFormat();
  const at = (wire: string | null) => (wire === null ? null : `${date(wire)}, ${time(wire)}`);
  return (
    <Panel title="Record">
      <Facts
        facts={{
          Booked: at(job.createdAt),
          Changed: at(job.updatedAt),
          ...(job.hasChangedDate ? { Moved: 'Once, by the customer' } : {}),
          ...(job.cancelledAt ? { Cancelled: at(job.cancelledAt) } : {}),
          'ID in the API': <span className="k-code">{job.id}</span>,
        }}
      />
    </Panel>
  );
}
