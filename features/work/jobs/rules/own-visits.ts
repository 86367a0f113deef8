/** From when to when, in business time as the wire has it: it compares as text. */
export interface VisitTime {
  readonly startTime: string;
  readonly endTime: string;
}

/** Whether two visits share any time; one that begins as the other ends does not. */
function overlaps(one: VisitTime, other: VisitTime): boolean {
  return one.startTime < other.endTime && other.startTime < one.endTime;
}

/** Of a customer's visits to a home, those that are under way at any of these times. */
export function ownVisitsAt<V extends VisitTime>(
  visits: readonly V[],
  times: readonly VisitTime[],
): readonly V[] {
  return visits.filter((visit) => times.some((time) => overlaps(visit, time)));
}

/** The times at which the customer has no visit to that home yet: the ones to propose. */
export function timesBesideOwn<T extends VisitTime>(
  times: readonly T[],
  visits: readonly VisitTime[],
): readonly T[] {
  return times.filter((time) => ownVisitsAt(visits, [time]).length === 0);
}
