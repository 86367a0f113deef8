import type { FreeSlot } from '#features/work/schedule/web/parts/times.ts';
import { dayOfWire } from '#platform/web/business-time.ts';

const weekdayOf = (wire: string) => new Date(`${dayOfWire(wire)}T00:00:00Z`).getUTCDay();
const timeOf = (wire: string) => wire.slice(11, 16);

/**
 * The free time that is most similar to an earlier visit: same weekday and hour, else same hour, else same
 * weekday, else the first. Null if none is free.
 */
export function suggestedSlot(free: readonly FreeSlot[], like: string): FreeSlot | null {
  const sameDay = (slot: FreeSlot) => weekdayOf(slot.startTime) === weekdayOf(like);
  const sameTime = (slot: FreeSlot) => timeOf(slot.startTime) === timeOf(like);
  return (
    free.find((slot) => sameDay(slot) && sameTime(slot)) ??
    free.find(sameTime) ??
    free.find(sameDay) ??
    free[0] ??
    null
  );
}
