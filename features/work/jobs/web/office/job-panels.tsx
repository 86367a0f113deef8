import { Link } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { useDayHours } from '#features/catalogue/settings/web/parts/use-day-hours.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { DayRuler } from '#platform/web/design/tiles/day-ruler.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../contract/shapes.ts';
import { getJob, listJobs } from '../../contract.ts';
import { goesAhead } from '../../rules/status.ts';
import { rulerBlockOf } from '../parts/job-day.ts';
import { hoursLabel, nameOf } from './job-labels.ts';
import styles from './job-panels.module.css';

interface JobProps {
  readonly job: Job;
}

/** Time, address, customer and special requests. */
export function VisitPanel({ job }: JobProps) {
  const { date, timeRange } = useFormat();
  const blocks = [rulerBlockOf(job)];
  const day = useDayHours(blocks);
  return (
    <Panel title={t('Visit')} note={date(job.startTime, 'long')}>
      <DayRuler
        {...day}
        blocks={blocks}
        label={t('{{timeRange}} of a day from {{value}} to {{at}}', {
          timeRange: timeRange(job.startTime, job.endTime),
          value: String(day.hourLabels[0]),
          at: String(day.hourLabels.at(-1)),
        })}
      />
      <div className="k-mt-14">
        <FactList
          facts={{
            Time: timeRange(job.startTime, job.endTime),
            Service: `${JOB_TYPE_NAMES[job.jobType]}, ${hoursLabel(job)}${job.breakHours > 0 ? t(', break {{breakHours}} h', { breakHours: job.breakHours }) : ''}`,
            Package: job.package.label,
            Customer: <CustomerContact job={job} />,
            Address: <HomeAddress job={job} />,
            Home: homeOf(job),
            Supplies: job.requireCleaningSupplies ? t('Brought by us') : t('The customer’s own'),
            Requests: <span className="k-typed">{job.specialRequests || '–'}</span>,
            Access: <span className="k-typed">{job.contactDetails || '–'}</span>,
          }}
        />
      </div>
    </Panel>
  );
}

function CustomerContact({ job }: JobProps) {
  const { customer, job_customer_email: email } = job;
  return (
    <>
      <Link className="k-typed" to={`/admin/customers/${customer.id}/view`}>
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

function HomeAddress({ job }: JobProps) {
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
  const gender = { female: t('female cleaner'), male: t('male cleaner') }[job.job_address_genderPreference];
  const language = job.job_address_languagePreference;
  const parts = [
    HOMES[job.job_address_type] ?? job.job_address_type,
    job.job_address_hasPets && 'pets',
    gender,
    language && t('{{language}}-speaking cleaner', { language }),
  ];
  return parts.filter(Boolean).join(', ');
}

/** Home types by their stored value. */
const HOMES: Readonly<Record<string, string>> = {
  hdb_1_2: 'HDB 1- or 2-room',
  hdb_3: 'HDB 3-room',
  hdb_4: 'HDB 4-room',
  hdb_5: 'HDB 5-room',
  hdb_exec: t('HDB executive flat'),
  condo_1: t('Condo, 1 bedroom'),
  condo_2: t('Condo, 2 bedrooms'),
  condo_3: t('Condo, 3 bedrooms'),
  condo_4plus: t('Condo, 4 bedrooms or more'),
  landed: t('Landed'),
  office: t('Office'),
  other: t('Other'),
};

/** The customer's review; hidden until there is one. */
export function ReviewPanel({ job }: JobProps) {
  const { date } = useFormat();
  if (job.reviewedAt === null || job.reviewStarts === null) return null;
  return (
    <Panel title={t('Review')} note={date(job.reviewedAt)}>
      <p>
        <b className="k-figure">{t('{{reviewStarts}} of 5', { reviewStarts: job.reviewStarts })}</b>{' '}
        {job.reviewStarts === 1 ? t('star') : t('stars')}
      </p>
      {job.review && <p className="k-typed">{job.review}</p>}
    </Panel>
  );
}

/** When the record was created and changed. */
export function RecordPanel({ job }: JobProps) {
  const { date, time } = useFormat();
  const at = (wire: string | null) => (wire === null ? null : `${date(wire)}, ${time(wire)}`);
  return (
    <Panel title={t('Record')}>
      <FactList
        facts={{
          Booked: at(job.createdAt),
          Changed: at(job.updatedAt),
          ...(job.hasChangedDate ? { Moved: t('Once, by the customer') } : {}),
          ...(job.cancelledAt ? { Cancelled: at(job.cancelledAt) } : {}),
          'ID in the API': <span className="k-code">{job.id}</span>,
        }}
      />
    </Panel>
  );
}

type Line = NonNullable<Job['checklist']>[number];

/** Checklist progress by room. */
export function ChecklistPanel({ job }: JobProps) {
  const { checklist = [], checklistDone: done, checklistTotal: total } = job;
  if (total === 0)
    return (
      <Panel title={t('Checklist')}>
        <p>
          {goesAhead(job.status)
            ? t('No checklist for this service.')
            : t('The checklist is set once the job is paid or confirmed.')}
        </p>
      </Panel>
    );
  const rooms = Map.groupBy(checklist, (line) => line.category);
  return (
    <Panel title={t('Checklist')} note={t('{{done}} of {{total}} ticked', { done, total })}>
      <StepTiles
        done={done}
        of={total}
        label={t('{{done}} of {{total}} ticked', { done, total })}
        hideLabel
      />
      <details className={styles.rooms}>
        <summary>{t('All items')}</summary>
        {[...rooms].map(([room, lines]) => (
          <section key={room}>
            <h3>{room}</h3>
            <ul>
              {lines.map((line) => (
                <TickLine key={line.id} line={line} job={job} />
              ))}
            </ul>
          </section>
        ))}
      </details>
      {job.comment && (
        <p className="k-typed k-mt-12">
          <b>{t('Crew:')}</b> {job.comment}
        </p>
      )}
    </Panel>
  );
}

function TickLine({ line, job }: { readonly line: Line; readonly job: Job }) {
  const { time } = useFormat();
  const who = job.cleaners.find((member) => member.id === line.doneBy);
  return (
    <li data-done={line.done || undefined}>
      {line.done && <span className="k-hidden">{t('Done: ')}</span>}
      {line.english} <span lang="zh">{line.chinese}</span>
      {line.done && line.doneAt && (
        <small>
          {' '}
          {who ? nameOf(who) : t('Office')}, {time(line.doneAt)}
        </small>
      )}
    </li>
  );
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
    <Panel title={t('Cleaning again')} note={t('Free of charge')}>
      <FactList
        facts={{
          'First visit': <JobLink id={firstID} job={first} />,
          'First crew': first?.cleaners.map(({ fullname }) => fullname).join(', ') ?? '',
          Why: <span className="k-typed">{job.recleanReason}</span>,
        }}
      />
    </Panel>
  );
}

function MadeGood({ job }: JobProps) {
  const again = useCall(listJobs, { query: { recleanOf: job.id, status: '*' } }).data?.items ?? [];
  if (again.length === 0) return null;
  return (
    <Panel title={t('Cleaned again')} note={t('Free of charge')}>
      <ul className="k-stack k-gap-12">
        {again.map((one) => (
          <li key={one.id}>
            <JobLink id={one.id} job={one} />
            {one.status === 'cancelled' && <span>{t(' (cancelled)')}</span>}
            <p className="k-typed">{one.recleanReason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function JobLink({ id, job }: { readonly id: string; readonly job: Job | undefined }) {
  const { date, time } = useFormat();
  const text =
    job === undefined
      ? t('Open')
      : t('Job {{number}}, {{date}}, {{time}}', {
          number: job.number,
          date: date(job.startTime),
          time: time(job.startTime),
        });
  return <Link to={`/admin/jobs/${id}/view`}>{text}</Link>;
}
