import { appClock } from '#platform/web/app-clock.ts';

/** When the server received this phone's finishes, ms by job. */
const finishesSent = new Map<string, number>();

/** Call once a finish has reached the server. */
export function noteFinishSent(jobID: string): void {
  finishesSent.set(jobID, appClock.now().getTime());
}

/** When the server received this phone's finish of a job, ms; 0 if none was sent. */
export function finishSentAt(jobID: string): number {
  return finishesSent.get(jobID) ?? 0;
}
