import type { JobRow } from '#features/jobs/server/index.ts';
import type { Tx } from '#platform/server/context.ts';

type OnPaid = (tx: Tx, job: JobRow) => Promise<void>;
let onPaid: OnPaid = async () => undefined;

/** Visits lie above: they say here what a job needs once it is paid. */
export function answerPaidJobs(answer: OnPaid): void {
  onPaid = answer;
}

export function jobPaid(tx: Tx, job: JobRow): Promise<void> {
  return onPaid(tx, job);
}
