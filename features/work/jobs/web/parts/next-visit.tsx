import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { Job } from '../../contract/shapes.ts';
import { bookingPath } from './booking-addresses.ts';
import { useCustomerText } from './customer-text.ts';
import { rulerBlockOf } from './job-day.ts';
import { useVisitWords } from './use-visit-words.ts';
import { mayMove, stateOf } from './visit-state.ts';

interface NextVisitProps {
  job: Job;
  now: Date;
  /** Something else on the page is what to press. */
  quiet?: boolean;
}

/** The big card of the next clean, or of the one under way. */
export function NextVisit({ job, now, quiet = false }: NextVisitProps) {
  const { t } = useCustomerText();
  const words = useVisitWords();
  const isNow = stateOf(job, now) === 'now';
  const canMove = mayMove(job, now);
  return (
    <section>
      <h2 className="k-hidden">{t('next')}</h2>
      <JobCard
        eyebrow={t('next')}
        when={words.whenOf(job.startTime)}
        place={words.homeOf(job)}
        service={job.jobType}
        status={isNow ? 'now' : 'upcoming'}
        statusText={isNow ? words.chipOf(job, now).text : words.awayOf(job, now)}
        ruler={{ blocks: [rulerBlockOf(job)], label: words.rulerLabelOf(job) }}
        person={usePerson(job)}
        actions={
          <>
            {canMove && (
              <ButtonLink size="small" kind="quiet" href={`${bookingPath(job.id)}?ask=move`}>
                {t('move.ask')}
              </ButtonLink>
            )}
            <ButtonLink size="small" kind={quiet ? 'quiet' : 'primary'} href={bookingPath(job.id)}>
              {t('seeVisit')}
            </ButtonLink>
          </>
        }
      />
    </section>
  );
}

/** Who comes, with their tile, and from when to when. */
export function usePerson(job: Job) {
  const words = useVisitWords();
  const format = useFormat();
  const [first] = job.cleaners;
  if (first === undefined) return undefined;
  return {
    id: first.id,
    initials: initialsOf(first.fullname),
    photo: first.profilePhoto,
    name: words.crewOf(job),
    note: format.timeRange(job.startTime, job.endTime),
  };
}
