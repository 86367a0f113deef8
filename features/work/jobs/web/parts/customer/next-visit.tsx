import { JobCard } from '#platform/web/design/booking/job-card.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { initialsOf } from '#platform/web/initials.ts';
import type { Job } from '../../../contract/shapes.ts';
import { bookingPath } from '../booking-addresses.ts';
import { customerTexts } from '../customer-texts.ts';
import { rulerBlockOf } from '../job-day.ts';
import { useVisitLabels } from './use-visit-labels.ts';
import { mayMove, stateOf } from './visit-state.ts';

interface NextVisitProps {
  job: Job;
  now: Date;
  /** True if another action on the page is the primary one. */
  quiet?: boolean;
}

/** The large card of the next visit, or of the one in progress. */
export function NextVisit({ job, now, quiet = false }: NextVisitProps) {
  const { t } = useText(customerTexts);
  const labels = useVisitLabels();
  const isNow = stateOf(job, now) === 'now';
  const canMove = mayMove(job, now);
  return (
    <section>
      <h2 className="k-hidden">{t('next')}</h2>
      <JobCard
        eyebrow={t('next')}
        when={labels.whenOf(job.startTime)}
        place={labels.homeOf(job)}
        service={job.jobType}
        status={isNow ? 'now' : 'upcoming'}
        statusText={isNow ? labels.chipOf(job, now).text : labels.awayOf(job, now)}
        ruler={{ blocks: [rulerBlockOf(job)], label: labels.rulerLabelOf(job) }}
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

/** The crew with the first member's avatar, and the time of the visit. */
export function usePerson(job: Job) {
  const labels = useVisitLabels();
  const format = useFormat();
  const [first] = job.cleaners;
  if (first === undefined) return undefined;
  return {
    id: first.id,
    initials: initialsOf(first.fullname),
    photo: first.profilePhoto,
    name: labels.crewOf(job),
    note: format.timeRange(job.startTime, job.endTime),
  };
}
