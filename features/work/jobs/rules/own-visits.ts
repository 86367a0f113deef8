/** In business time, as on the wire, so that times compare as text. */
export interface VisitTime {
  readonly startTime: string;
  readonly endTime: string;
}

/** Whether two visits overlap; adjacent ones do not. */
function overlaps(one: VisitTime, other: VisitTime): boolean {
  return one.startTime < other.endTime && other.startTime < one.endTime;
}

/** The customer's visits to a home that overlap any of these times. */
export function ownVisitsAt<V extends VisitTime>(
  visits: readonly V[],
  times: readonly VisitTime[],
): readonly V[] {
  return visits.filter((visit) => times.some((time) => overlaps(visit, time)));
}

/** The times that overlap none of the customer's visits to that home. */
export function timesBesideOwn<T extends VisitTime>(
  times: readonly T[],
  visits: readonly VisitTime[],
): readonly T[] {
  return times.filter((time) => ownVisitsAt(visits, [time]).length === 0);
}
