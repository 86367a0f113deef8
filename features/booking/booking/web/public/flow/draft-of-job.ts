import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { type Draft, emptyDraft, type Gender, holdKeyOf } from './draft.ts';
import { serviceOf } from './steps.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Derives the interval of a series from its visits; the majority decides, because some may be moved or
 * skipped.
 */
export function recurrenceOfVisits(
  visits: readonly Pick<Job, 'startTime'>[],
): Pick<Draft, 'interval' | 'count'> | null {
  const starts = visits.map(({ startTime }) => Date.parse(startTime)).toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((start, i) => Math.round((start - (starts[i] ?? start)) / WEEK_MS));
  if (gaps.length === 0) return null;
  const weekly = gaps.filter((weeks) => weeks <= 1).length;
  return { interval: weekly * 2 >= gaps.length ? 'weekly' : 'fortnightly', count: starts.length };
}

function genderOf(preference: string): Gender {
  return preference === 'female' || preference === 'male' ? preference : '';
}

/** The data of a booking without its time. `visits`: all visits of its series, including this one. */
function draftOfJob(job: Job, visits: readonly Job[]): Draft {
  return {
    ...emptyDraft,
    packageID: job.packageID,
    hours: job.hours,
    numCleaners: serviceOf(job.jobType).sizedBy === 'hours' ? job.numCleaners : null,
    supplies: job.requireCleaningSupplies,
    ...recurrenceOfVisits(visits),
    addressID: job.addressID,
    postal: job.job_address_postal,
    addressLine1: job.job_address_addressLine1,
    addressLine2: job.job_address_addressLine2,
    addressLine3: job.job_address_addressLine3,
    contactDetails: job.contactDetails,
    specialRequests: job.specialRequests,
    hasPets: job.job_address_hasPets,
    gender: genderOf(job.job_address_genderPreference),
    language: job.job_address_languagePreference,
    detailsSeen: true,
    customerID: job.customerID,
  };
}

/** The draft as it was when this job was held, so that payment can resume on any device. */
export function draftOfHeld(job: Job, visits: readonly Job[]): Draft {
  const { recurs } = serviceOf(job.jobType);
  const { startTime, endTime } = job;
  const draft: Draft = { ...draftOfJob(job, visits), startTime, endTime, datesSeen: true };
  return { ...draft, held: { jobID: job.id, request: holdKeyOf(draft, recurs) } };
}

/**
 * The draft to repeat a booking: a similar time is proposed. A home that is no longer stored is stored again.
 */
export function draftOfAgain(
  job: Job,
  visits: readonly Job[],
  homes: readonly { readonly id: string }[],
): Draft {
  const isStored = homes.some(({ id }) => id === job.addressID);
  const again = { jobID: job.id, startTime: job.startTime };
  const draft: Draft = { ...draftOfJob(job, visits), again };
  return isStored ? draft : { ...draft, addressID: null, otherAddress: true };
}
