import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { eventTitle, serviceText } from '#features/messages/messages/texts/values.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import type { CalendarEvent } from '#platform/kernel/calendar-event.ts';
import { listIn } from '#platform/kernel/message-kind.ts';
import { defineTexts, type Translations, translator } from '#platform/kernel/translate.ts';

/**
 * The reader of a feed: the office (any), the customer, or the crew. Determines which jobs are included and the
 * wording.
 */
export type Reader = 'any' | 'customer' | 'crew';

/** The days and maximum number of visits in a feed. Limited because calendar programs fetch all of it repeatedly. */
export const FEED_WINDOWS: Readonly<
  Record<Reader, { readonly pastDays: number; readonly aheadDays: number }>
> = {
  customer: { pastDays: 365, aheadDays: 400 },
  crew: { pastDays: 31, aheadDays: 400 },
  any: { pastDays: 7, aheadDays: 60 },
};
export const MAX_EVENTS = 2000;
/**
 * A cancelled visit stays in the feed for this long, marked as cancelled, so that programs remove it.
 */
export const CANCELLED_SHOWN_DAYS = 30;

/** With the reader's language. */
export interface FeedSite extends Translations {
  /** The business name. */
  readonly name: string;
  /** `https://kemas.example`, or empty if the system's own URL is not configured: then there are no links. */
  readonly address: string;
  /** The host, which makes our uids unique. */
  readonly host: string;
}

/** The job data for a calendar, as far as the reader may see it. */
export interface Visit {
  readonly id: string;
  readonly label: string;
  readonly jobType: JobType;
  readonly status: string;
  /** ISO 8601 with offset. */
  readonly startTime: string;
  readonly endTime: string;
  readonly updatedAt: string;
  readonly customer: { readonly fullname: string };
  readonly cleaners: readonly CrewName[];
  /** Empty if the door is hidden. */
  readonly job_address_addressLine1: string;
  readonly job_address_addressLine2: string;
  readonly job_address_addressLine3: string;
  readonly job_address_country: string;
  readonly job_address_postal: string;
  readonly job_address_hasPets: boolean;
  readonly requireCleaningSupplies: boolean;
}

interface CrewName {
  readonly firstname: string;
  readonly fullname: string;
}

export interface FeedJob {
  readonly job: Visit;
  readonly version: number;
}

interface Wording {
  /** The page that shows the visit. */
  path(id: string): string;
  summary(job: Visit, site: FeedSite): string;
  nameOf(cleaner: CrewName): string;
  /** Whether to mention pets; the customer knows about their own. */
  readonly saysPets: boolean;
}

const texts = defineTexts('calendarEvents', {
  cancelled: 'Cancelled: {{summary}}',
  crew_one: 'Cleaner: {{names}}',
  crew_other: 'Cleaners: {{names}}',
  pets: 'Pets at home',
  supplies: 'Cleaning supplies are brought along',
});

const byWork = (job: Visit, site: FeedSite) => {
  const { fullname } = job.customer;
  return fullname === '' ? serviceText(job, site) : eventTitle(serviceText(job, site), fullname, site);
};
const wholeName = ({ fullname }: CrewName) => fullname;

const WORDINGS: Readonly<Record<Reader, Wording>> = {
  customer: {
    path: (id) => `/dashboard/bookings/${id}`,
    summary: (job, site) => eventTitle(site.name, serviceText(job, site), site),
    nameOf: ({ firstname }) => firstname,
    saysPets: false,
  },
  crew: { path: (id) => `/cleaner/jobs/${id}`, summary: byWork, nameOf: wholeName, saysPets: true },
  any: { path: (id) => `/admin/jobs/${id}/view`, summary: byWork, nameOf: wholeName, saysPets: true },
};

/**
 * Formats a visit for the reader of a feed. `job` is the job as they may see it. Prices, phones and notes are never
 * included, because calendars are copied to places outside our control.
 */
export function feedEvent({ job, version }: FeedJob, reader: Reader, site: FeedSite): CalendarEvent {
  const wording = WORDINGS[reader];
  const summary = wording.summary(job, site);
  const isCancelled = job.status === 'cancelled';
  return {
    uid: `${job.id}@${site.host}`,
    start: job.startTime,
    end: job.endTime,
    // Outlook does not mark cancelled events of a subscribed calendar, so the title says it.
    summary: isCancelled ? translator(site, texts)('cancelled', { summary }) : summary,
    location: locationOf(job),
    description: descriptionOf(job, wording, site),
    url: site.address === '' ? '' : `${site.address}${wording.path(job.id)}`,
    isCancelled,
    sequence: version,
    changedAt: job.updatedAt,
  };
}

/** In postal format; a cleaner outside the contact window sees only the postal code. */
function locationOf(job: Visit): string {
  const lines = [job.job_address_addressLine1, job.job_address_addressLine2, job.job_address_addressLine3];
  const last = `${job.job_address_country || 'Singapore'} ${job.job_address_postal}`;
  return [...lines.filter((line) => line !== ''), last].join(', ');
}

function descriptionOf(job: Visit, { nameOf, saysPets }: Wording, site: FeedSite): string {
  const t = translator(site, texts);
  const names = listIn(site.language, job.cleaners.map(nameOf));
  const lines = [
    names === '' ? '' : t('crew', { count: job.cleaners.length, names }),
    saysPets && job.job_address_hasPets ? t('pets') : '',
    job.requireCleaningSupplies ? t('supplies') : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Whether a job is included in a feed: it goes ahead, or was paid and then cancelled recently. */
export function isInFeed(
  job: { readonly status: string; readonly paidAt: string | null; readonly cancelledAt: string | null },
  now: Temporal.Instant,
): boolean {
  if (goesAhead(job.status)) return true;
  if (job.status !== 'cancelled' || job.paidAt === null || job.cancelledAt === null) return false;
  const shownUntil = Temporal.Instant.from(job.cancelledAt).add({ hours: CANCELLED_SHOWN_DAYS * 24 });
  return Temporal.Instant.compare(now, shownUntil) < 0;
}
