import { dayOfWire } from '#platform/web/business-time.ts';
import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { Job } from '../../../contract/shapes.ts';
import { customerTexts } from '../customer-texts.ts';
import { placeOf } from '../job-day.ts';
import { jobsTexts } from '../texts.ts';
import { daysUntil, secondsHeld, stateOf, type VisitState } from './visit-state.ts';

const CHIPS: Readonly<Record<VisitState, Status>> = {
  held: 'held',
  upcoming: 'upcoming',
  now: 'now',
  done: 'done',
  ended: 'upcoming',
  cancelled: 'cancelled',
  expired: 'cancelled',
};

/** 872 seconds → `14:32`. */
export function clockOf(seconds: number): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Descriptions of a visit in the user's language, as used across the customer's screens. */
export function useVisitLabels() {
  const { t } = useText(customerTexts);
  const { t: shared } = useText(jobsTexts);
  const format = useFormat();
  const whenOf = (wire: string) => t('when', { day: format.date(wire), time: format.time(wire) });
  return {
    /** `Sat 28 Nov, 9:00 am`. */
    whenOf,
    /** `One-time, 4 hours`. */
    whatOf: (job: Job) =>
      shared('what', { service: shared(`service.${job.jobType}`), hours: format.hours(job.hours) }),
    /** `Blk 145 Lor 2 Toa Payoh, #08-112`. */
    homeOf: (job: Job) =>
      job.job_address_addressLine2 === ''
        ? placeOf(job)
        : t('place', { place: placeOf(job), unit: job.job_address_addressLine2 }),
    /** `Lim Siew Hua and 1 more`; empty if there is no crew yet. */
    crewOf: ({ cleaners }: Job) => {
      const [first, ...others] = cleaners;
      if (first === undefined) return '';
      if (others.length === 0) return first.fullname;
      return t('crewOf', { name: first.fullname, more: t('more', { count: others.length }) });
    },
    rulerLabelOf: (job: Job) =>
      t('ruler', {
        day: format.date(job.startTime),
        times: format.timeRange(job.startTime, job.endTime),
      }),
    /** `Today`, `Tomorrow`, `In 3 days`. */
    awayOf: (job: Job, now: Date) => {
      const days = daysUntil(job, now);
      if (days <= 0) return t('today');
      return days === 1 ? t('tomorrow') : t('inDays', { count: days });
    },
    /** The chip's style and text; for a hold, with the remaining time. */
    chipOf: (job: Job, now: Date): { status: Status; text: string } => {
      const state = stateOf(job, now);
      const text =
        state === 'held'
          ? t('held.chip', { time: clockOf(secondsHeld(job, now)) })
          : shared(`status.${state}`);
      return { status: CHIPS[state], text };
    },
    /** `Tue`, `周二`. */
    shortDayOf: (wire: string) => format.date(wire, 'short'),
    /** `Tuesday`. */
    weekdayOf: (wire: string) => format.date(dayOfWire(wire), 'weekday'),
  };
}
