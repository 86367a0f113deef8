import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { serviceText } from '#features/messages/messages/rules/values.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import type { Language } from '#platform/kernel/message-kind.ts';

/** Who reads a feed, by which jobs they see: any, as their customer, or as crew. What it says is written for them. */
export type Reader = 'any' | 'customer' | 'crew';

/** One visit in a calendar, before it is written as iCalendar. */
export interface FeedEvent {
  /** The same for as long as the visit exists, in everybody's calendar. */
  readonly uid: string;
  /** ISO 8601 with offset. */
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly url: string;
  readonly isCancelled: boolean;
  /** Counts the changes of the visit. */
  readonly sequence: number;
  readonly changedAt: string;
}

/** What is shown of a feed's days, and at most how many visits: a calendar program reads all of it again and again. */
export const FEED_WINDOWS: Readonly<
  Record<Reader, { readonly pastDays: number; readonly aheadDays: number }>
> = {
  customer: { pastDays: 365, aheadDays: 400 },
  crew: { pastDays: 31, aheadDays: 400 },
  any: { pastDays: 7, aheadDays: 60 },
};
export const MOST_EVENTS = 2000;
/** A visit that was called off says so for this long, so that programs take it out; then it is left out. Source: DOMAIN.md 5.3. */
export const CANCELLED_SHOWN_DAYS = 30;

export interface FeedSite {
  /** Of the business. */
  readonly name: string;
  /** `https://kemas.example`, or empty where the system does not know its address: then there are no links. */
  readonly address: string;
  /** Marks our uids: the host. */
  readonly host: string;
  /** In which whoever reads the feed uses Kemas. */
  readonly language: Language;
}

/** Of a job, as its reader may see it, what goes into a calendar. */
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
  /** Empty where the door is not shown. */
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
  /** What to mind at the home: its customer knows it. */
  readonly saysPets: boolean;
}

/** What is said in a feed's language. */
const WORDS = {
  en: {
    colon: ': ',
    cancelled: 'Cancelled',
    crew: (count: number) => (count === 1 ? 'Cleaner' : 'Cleaners'),
    pets: 'Pets at home',
    supplies: 'Cleaning supplies are brought along',
  },
  zh: {
    colon: '：',
    cancelled: '已取消',
    crew: () => '清洁员',
    pets: '家里有宠物',
    supplies: '清洁用品由我们带来',
  },
} as const;

const byWork = (job: Visit, { language }: FeedSite) => {
  const service = serviceText(job, language);
  const { fullname } = job.customer;
  return fullname === '' ? service : `${service}${WORDS[language].colon}${fullname}`;
};
const wholeName = ({ fullname }: CrewName) => fullname;

const WORDINGS: Readonly<Record<Reader, Wording>> = {
  customer: {
    path: (id) => `/dashboard/bookings/${id}`,
    summary: (job, { name, language }) => `${name}${WORDS[language].colon}${serviceText(job, language)}`,
    nameOf: ({ firstname }) => firstname,
    saysPets: false,
  },
  crew: { path: (id) => `/cleaner/jobs/${id}`, summary: byWork, nameOf: wholeName, saysPets: true },
  any: { path: (id) => `/admin/jobs/${id}/view`, summary: byWork, nameOf: wholeName, saysPets: true },
};

/**
 * A visit in the words of who reads the feed. `job` is the job as they may see it; no prices, no phones and no notes go
 * along whoever reads: a calendar is copied to places that nobody here knows.
 */
export function feedEvent({ job, version }: FeedJob, reader: Reader, site: FeedSite): FeedEvent {
  const wording = WORDINGS[reader];
  const summary = wording.summary(job, site);
  const { cancelled, colon } = WORDS[site.language];
  const isCancelled = job.status === 'cancelled';
  return {
    uid: `${job.id}@${site.host}`,
    start: job.startTime,
    end: job.endTime,
    // Outlook shows a cancelled event of a subscribed calendar like any other.
    summary: isCancelled ? `${cancelled}${colon}${summary}` : summary,
    location: locationOf(job),
    description: descriptionOf(job, wording, WORDS[site.language]),
    url: site.address === '' ? '' : `${site.address}${wording.path(job.id)}`,
    isCancelled,
    sequence: version,
    changedAt: job.updatedAt,
  };
}

/** As on an envelope; a cleaner whose window is closed sees the postal code alone. */
function locationOf(job: Visit): string {
  const lines = [job.job_address_addressLine1, job.job_address_addressLine2, job.job_address_addressLine3];
  const last = `${job.job_address_country || 'Singapore'} ${job.job_address_postal}`;
  return [...lines.filter((line) => line !== ''), last].join(', ');
}

function descriptionOf(job: Visit, { nameOf, saysPets }: Wording, words: (typeof WORDS)[Language]): string {
  const names = job.cleaners.map(nameOf).join(words === WORDS.zh ? '、' : ', ');
  const lines = [
    names === '' ? '' : `${words.crew(job.cleaners.length)}${words.colon}${names}`,
    saysPets && job.job_address_hasPets ? words.pets : '',
    job.requireCleaningSupplies ? words.supplies : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Whether a job stands in a feed at all: it goes ahead, or was called off a short while ago after it was paid. */
export function isInFeed(
  job: { readonly status: string; readonly paidAt: string | null; readonly cancelledAt: string | null },
  now: Temporal.Instant,
): boolean {
  if (goesAhead(job.status)) return true;
  if (job.status !== 'cancelled' || job.paidAt === null || job.cancelledAt === null) return false;
  const shownUntil = Temporal.Instant.from(job.cancelledAt).add({ hours: CANCELLED_SHOWN_DAYS * 24 });
  return Temporal.Instant.compare(now, shownUntil) < 0;
}
