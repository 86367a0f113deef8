import { customerName, type JobRow } from '#features/work/jobs/server/index.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { trashOf } from '#platform/server/records.ts';
import type { Review } from '../contract.ts';
import { readDecision } from '../rules/decision.ts';

export function toReview(row: JobRow): Review {
  if (row.reviewed_at === null) throw new Error(`Job ${row.id} has no review`);
  return {
    id: row.id,
    customer: { id: row.customer_id, fullname: customerName(row) },
    cleaners: row.crew.map(({ id, firstname, lastname, displayName }) => ({
      id,
      firstname,
      lastname,
      fullname: fullnameOf({ firstname, lastname, displayName }),
    })),
    label: row.label,
    jobType: row.job_type,
    startTime: wireTime(row.starts_at),
    reviewStarts: row.review_stars ?? 0,
    review: row.review ?? '',
    decision: readDecision(row.review_decision),
    trash: trashOf(row),
    createdAt: wireTime(row.reviewed_at),
  };
}
