import { type AddressReply, JOB_HOME_FIELDS } from '#features/people/customers/address-shapes.ts';
import type { Job } from '../../../contract/shapes.ts';

/** Whether a visit that has not begun still has its home's address from before a correction. */
export function hasFormerHome(job: Job, home: AddressReply, now: Date): boolean {
  if (job.stage !== 'upcoming' || Date.parse(job.startTime) <= now.getTime()) return false;
  return JOB_HOME_FIELDS.some((field) => job[`job_address_${field}`] !== home[field]);
}
