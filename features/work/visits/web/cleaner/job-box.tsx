import IconBucket from '@tabler/icons-react/dist/esm/icons/IconBucket.mjs';
import IconNavigation from '@tabler/icons-react/dist/esm/icons/IconNavigation.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { ReactNode } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { CleanerJobCard, type JobFact } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { time } from '#platform/web/format.ts';
import { mainLanguage, type Pair } from '#platform/web/i18n/pair.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { notesOf } from './job-notes.tsx';
import { word, workLabel } from './words.ts';

interface JobBoxProps {
  job: Job;
  /** Marks the card as the next one, with this label. */
  next?: Pair | undefined;
  action?: ReactNode | undefined;
}

/** One visit with what the cleaner needs at the door: time, address, customer, notes. */
export function JobBox({ job, next, action }: JobBoxProps) {
  const { id } = useSession();
  return (
    <CleanerJobCard
      next={next}
      time={time(job.startTime, mainLanguage())}
      until={word('to', (language) => ({ time: time(job.endTime, language) })).text}
      place={placeOf(job)}
      unit={job.job_address_addressLine2 || undefined}
      placeNote={job.job_address_addressLine3 || undefined}
      lines={job.contactShown ? [] : [{ key: 'hidden', ...hiddenLabel(job, appClock.now()) }]}
      facts={factsOf(job, id)}
      sideActions={job.contactShown ? <ContactActions job={job} /> : undefined}
      action={action}
    />
  );
}

/** Why the address and the phone are hidden: it is too early for them, or too late. */
function hiddenLabel(job: Job, now: Date): Pair {
  return Date.parse(job.endTime) < now.getTime() ? word('hiddenAfterVisit') : word('hiddenBeforeVisit');
}

function CustomerAndService({ job }: { job: Job }) {
  return (
    <>
      <b>{job.customer.fullname}</b>
      <span className={`k-block k-muted ${styles.work}`}>
        <BilingualText text={workLabel(job.jobType, job.hours)} />
      </span>
    </>
  );
}

/** Map and Call open the phone's own apps. */
export function ContactActions({ job }: { job: Job }) {
  const { mobile } = job.customer;
  return (
    <>
      <ButtonLink kind="quiet" size="small" icon={IconNavigation} zh={word('map').zh} href={mapAddress(job)}>
        {word('map').text}
      </ButtonLink>
      {mobile && (
        <ButtonLink kind="quiet" size="small" icon={IconPhone} zh={word('call').zh} href={`tel:+${mobile}`}>
          {word('call').text}
        </ButtonLink>
      )}
    </>
  );
}

export function mapAddress(job: Job): string {
  const where = `${placeOf(job)}, Singapore ${job.job_address_postal}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(where)}`;
}

function factsOf(job: Job, ownID: string | null): JobFact[] {
  const crewmates = job.cleaners.filter((cleaner) => cleaner.id !== ownID);
  return [
    { key: 'who', icon: IconUser, name: word('customer').text, text: <CustomerAndService job={job} /> },
    ...(crewmates.length === 0
      ? []
      : [
          {
            key: 'crew',
            icon: IconUsers,
            name: word('crew').text,
            text: crewmates.map(({ fullname }) => fullname).join(', '),
          },
        ]),
    ...(job.requireCleaningSupplies
      ? [
          {
            key: 'supplies',
            icon: IconBucket,
            name: 'Supplies',
            text: word('supplies').text,
            zh: word('supplies').zh,
          },
        ]
      : []),
    ...notesOf(job),
  ];
}
