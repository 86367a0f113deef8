import { appClock } from '#platform/web/app-clock.ts';

/** When the server received this phone's finishes, ms by job. */
const finishReceipts = new Map<string, number>();

/** Call once a finish has reached the server. */
export function noteFinishReceipt(jobID: string): void {
  finishReceipts.set(jobID, appClock.now().getTime());
}

/** When the server received this phone's finish of a job, ms; 0 if none was sent. */
export function finishReceivedAt(jobID: string): number {
  return finishReceipts.get(jobID) ?? 0;
}
