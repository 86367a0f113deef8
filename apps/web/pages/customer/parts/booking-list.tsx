import { useState } from 'react';
import { BOOK_ONE_TIME } from '#features/site/pages/rules/booking-address.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { BOOKINGS, bookingPath } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/customer/customer.module.css';
import { usePerson } from '#features/work/jobs/web/parts/customer/next-visit.tsx';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { isOver, pastVisits } from '#features/work/jobs/web/parts/customer/visit-state.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { rulerBlockOf } from '#features/work/jobs/web/parts/job-day.ts';
import { seriesTexts } from '#features/work/series/web/texts.ts';
import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { NothingBooked } from './nothing-booked.tsx';
import type { Segment } from './segments.ts';
import { type Group, groupsBySeries, inSections } from './series-groups.ts';
import { CancelledLines, ComingLines, PastLines } from './visit-lines.tsx';

interface BookingListProps {
  segment: Segment;
  jobs: readonly Job[];
  now: Date;
}

/** The bookings of one tab, or what to do if there are none. */
export function BookingList({ segment, jobs, now }: BookingListProps) {
  if (segment === 'upcoming') return <Upcoming jobs={jobs.filter((job) => !isOver(job, now))} now={now} />;
  if (segment === 'past') return <PastBookings jobs={pastVisits(jobs, now)} />;
  return <VisitToCancel jobs={jobs} />;
}

function Upcoming({ jobs, now }: { jobs: readonly Job[]; now: Date }) {
  const { t } = useText(customerTexts);
  if (jobs.length === 0) return <NothingBooked />;
  return (
    <>
      <h2 className="k-hidden">{t('bookings.upcoming')}</h2>
      <ul className={`k-stack k-gap-16 ${styles.cards}`}>
        {groupsBySeries(jobs).map((group) => (
          <li key={group.key}>
            <UpcomingGroup group={group} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Number of lines after the next visit of a series, until expanded. */
const FIRST_LINES = 3;

/** The next visit as a card; the later ones of a series as lines below it. */
function UpcomingGroup({ group, now }: { group: Group<Job>; now: Date }) {
  const { t } = useText(seriesTexts);
  const [all, setAll] = useState(false);
  const [next, ...later] = group.jobs;
  if (group.interval === null) return <VisitCard job={next} now={now} />;
  // Hiding a single line would save no space, because the button takes one.
  const shown = all || later.length === FIRST_LINES + 1 ? later : later.slice(0, FIRST_LINES);
  const hidden = later.length - shown.length;
  return (
    <section className="k-stack k-gap-10">
      <GroupTitle group={group} />
      <VisitCard job={next} now={now} />
      {shown.length > 0 && <ComingLines jobs={shown} />}
      {hidden > 0 && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {t('group.show', { count: hidden })}
        </Button>
      )}
    </section>
  );
}

/** `Weekly, 8 visits`. */
function GroupTitle({ group }: { group: Group<Job> }) {
  const { t } = useText(seriesTexts);
  const every = t(`group.${group.interval ?? 'weekly'}`);
  return <SectionTitle>{t('group.left', { every, count: group.jobs.length })}</SectionTitle>;
}

function VisitCard({ job, now }: { job: Job; now: Date }) {
  const { t } = useText(customerTexts);
  const labels = useVisitLabels();
  const chip = labels.chipOf(job, now);
  const when = labels.whenOf(job.startTime);
  return (
    <JobCard
      when={when}
      place={labels.homeOf(job)}
      service={job.jobType}
      status={chip.status}
      statusText={chip.status === 'upcoming' ? labels.awayOf(job, now) : chip.text}
      ruler={{ blocks: [rulerBlockOf(job)], label: labels.rulerLabelOf(job) }}
      person={usePerson(job)}
      end={
        <TextLink roomy href={bookingPath(job.id)} aria-label={t('seeVisitOf', { when })}>
          {t('seeVisit')}
        </TextLink>
      }
    />
  );
}

function PastBookings({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useText(customerTexts);
  if (jobs.length > 0) {
    const sections = inSections(groupsBySeries(jobs));
    return sections.map((section) => (
      <PastSection key={section[0].key} section={section} alone={sections.length === 1} />
    ));
  }
  return (
    <div className="k-narrow">
      <EmptyState
        level={2}
        title={t('bookings.noPast')}
        spot="done"
        action={
          <ButtonLink size="small" full href={BOOK_ONE_TIME}>
            {t('bookings.book')}
          </ButtonLink>
        }
      >
        {t('bookings.noPastText')}
      </EmptyState>
    </div>
  );
}

interface PastSectionProps {
  section: readonly [Group<Job>, ...Group<Job>[]];
  /** It is the only one, so it needs no title. */
  alone: boolean;
}

/** A series under its name; single visits together. */
function PastSection({ section, alone }: PastSectionProps) {
  const { t } = useText(seriesTexts);
  const [group] = section;
  return (
    <section className="k-stack k-gap-10">
      {group.interval !== null && <GroupTitle group={group} />}
      {group.interval === null && !alone && <SectionTitle>{t('group.single')}</SectionTitle>}
      <PastLines jobs={section.flatMap((one) => one.jobs)} />
    </section>
  );
}

function VisitToCancel({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useText(customerTexts);
  if (jobs.length === 0) {
    return (
      <div className="k-narrow">
        <EmptyState
          level={2}
          title={t('bookings.noCancelled')}
          action={
            <ButtonLink size="small" full kind="quiet" href={BOOKINGS}>
              {t('bookings.toUpcoming')}
            </ButtonLink>
          }
        >
          {t('bookings.noCancelledText')}
        </EmptyState>
      </div>
    );
  }
  return <CancelledLines jobs={jobs} />;
}
