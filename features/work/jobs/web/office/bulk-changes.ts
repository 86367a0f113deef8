import { addDays, dayOfWire } from '#platform/web/business-time.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { Job } from '../../contract/shapes.ts';
import { crewAt, crewBody } from './crew-plan.ts';

type CrewedJob = Pick<Job, 'numCleaners'> & { readonly cleaners: readonly { readonly id: string }[] };

/** The body that adds a cleaner to a crew: in its first empty position, otherwise for its first cleaner. */
export function assignBody({ cleaners, numCleaners }: CrewedJob, id: string): ReturnType<typeof crewBody> {
  if (cleaners.some((member) => member.id === id)) return {};
  return crewAt(cleaners.length < numCleaners ? cleaners.length : 0, id);
}

/** The body that restores the time and crew a job had. */
export function previousBody({ startTime, cleaners }: Pick<Job, 'startTime' | 'cleaners'>) {
  return {
    startTime,
    ...crewBody(cleaners.map(({ id }) => id)),
    // The previous crew may have been assigned with an override.
    overrideReason: t('Undo'),
  };
}

export interface Shift {
  /** Negative: earlier. */
  readonly days: number;
  /** `09:00`; empty keeps each visit's own time. */
  readonly time: string;
}

/** A start moved by whole days of business time: `2026-11-27 09:00`. */
export function shiftedStart(startTime: string, { days, time }: Shift): string {
  return `${addDays(dayOfWire(startTime), days)} ${time || startTime.slice(11, 16)}`;
}

/** Of several jobs of a customer only the earliest. */
export function onePerCustomer<Item extends Pick<Job, 'startTime'> & { readonly customer: { id: string } }>(
  jobs: readonly Item[],
): readonly Item[] {
  const earliest = new Map<string, Item>();
  for (const job of jobs) {
    const known = earliest.get(job.customer.id);
    if (known === undefined || job.startTime < known.startTime) earliest.set(job.customer.id, job);
  }
  return [...earliest.values()];
}
