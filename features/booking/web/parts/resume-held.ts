import type { Job } from '#features/jobs/contract/shapes.ts';
import { type Draft, emptyDraft, type Gender, holdKeyOf } from '../public/one-time-booking/draft.ts';

/** Whether the booking flow can take this hold up again: it books one cleaner, once. */
export function canResume(job: Pick<Job, 'jobType' | 'numCleaners' | 'seriesID'>): boolean {
  return job.jobType === 'one-time' && job.numCleaners === 1 && job.seriesID === null;
}

function genderOf(preference: string): Gender {
  return preference === 'female' || preference === 'male' ? preference : '';
}

/** The booking flow's draft as it stood when this job was held, so that paying goes on from there, on any device. */
export function draftOfHeld(job: Job): Draft {
  const draft: Draft = {
    ...emptyDraft,
    packageID: job.packageID,
    hours: job.hours,
    supplies: job.requireCleaningSupplies,
    startTime: job.startTime,
    endTime: job.endTime,
    addressID: job.addressID,
    postal: job.job_address_postal,
    addressLine1: job.job_address_addressLine1,
    addressLine2: job.job_address_addressLine2,
    contactDetails: job.contactDetails,
    specialRequests: job.specialRequests,
    hasPets: job.job_address_hasPets,
    gender: genderOf(job.job_address_genderPreference),
    language: job.job_address_languagePreference,
    detailsSeen: true,
    customerID: job.customerID,
  };
  return { ...draft, held: { jobID: job.id, request: holdKeyOf(draft) } };
}
