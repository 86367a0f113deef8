import { appClock } from '#platform/web/app-clock.ts';

/** When this phone's finishes reached the server, ms by job. */
const finishesSent = new Map<string, number>();

/** To be called when a finish has reached the server. */
export function noteFinishSent(jobID: string): void {
  finishesSent.set(jobID, appClock.now().getTime());
}

/** When this phone's finish of a job reached the server, ms; 0 when it sent none. */
export function finishSentAt(jobID: string): number {
  return finishesSent.get(jobID) ?? 0;
}
