import type { Tx } from '#platform/server/context.ts';

/** Deletes the messages about a visit that was only a test. */
export async function removeThread({ db }: Tx, jobID: string): Promise<void> {
  await db.deleteFrom('job_message').where('jobID', '=', jobID).execute();
}
