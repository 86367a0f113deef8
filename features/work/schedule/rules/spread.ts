/** The number of alternatives offered for an unavailable time. */
export const ALTERNATIVES = 3;

export interface TimeOfDay {
  /** Epoch ms. */
  readonly at: number;
  /** In business time. */
  readonly minuteOfDay: number;
}

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/**
 * The alternatives to an unavailable time: those of its day first, then the nearest days, on each the same hour first.
 * The nearest ones alone would mostly be half hours of one day that may not suit the customer at all, so these are mixed:
 * the time itself, if other cleaners are free; the nearest earlier and later on that day; and on the nearest other day
 * the start closest to the same hour. If a kind has none, the nearest of all fill the gap.
 */
export function spread<T>(free: readonly T[], timeOf: (one: T) => TimeOfDay, wanted: TimeOfDay): T[] {
  type Timed = { readonly one: T; readonly time: TimeOfDay };
  const byDetour = (a: Timed, b: Timed) =>
    detourOf(a.time, wanted) - detourOf(b.time, wanted) || a.time.at - b.time.at;
  const all = free
    .map((one) => ({ one, time: timeOf(one) }))
    .sort((a, b) => awayOf(a.time, wanted) - awayOf(b.time, wanted) || a.time.at - b.time.at);
  const onDay = all.filter(({ time }) => daysApart(time, wanted) === 0);
  const elsewhere = all.filter(({ time }) => daysApart(time, wanted) !== 0).sort(byDetour);
  const before = onDay.find(({ time }) => time.at < wanted.at);
  const after = onDay.find(({ time }) => time.at > wanted.at);
  const kinds = new Set([
    onDay.find(({ time }) => time.at === wanted.at),
    elsewhere[0],
    // If the time itself is free, one neighbour is enough: the nearer one, which is first.
    ...all.filter((each) => each === before || each === after),
    ...all,
  ]);
  kinds.delete(undefined);
  const chosen = new Set([...kinds].slice(0, ALTERNATIVES));
  return [...chosen]
    .flatMap((each) => each ?? [])
    .sort(byDetour)
    .map(({ one }) => one);
}

/** Whether searching further would change nothing: enough alternatives are found, one of them on another day. */
export function isSpread(times: readonly TimeOfDay[], wanted: TimeOfDay): boolean {
  return times.length >= ALTERNATIVES && times.some((time) => daysApart(time, wanted) !== 0);
}

function awayOf(time: TimeOfDay, wanted: TimeOfDay): number {
  return Math.abs(time.at - wanted.at);
}

/** In minutes. Days count before hours: people's hours are much the same every day. */
function detourOf(time: TimeOfDay, wanted: TimeOfDay): number {
  return daysApart(time, wanted) * DAY_MINUTES + Math.abs(time.minuteOfDay - wanted.minuteOfDay);
}

/** Rounded because a day with a clock change has a different number of hours. */
function daysApart(time: TimeOfDay, wanted: TimeOfDay): number {
  const midnight = ({ at, minuteOfDay }: TimeOfDay) => at / MINUTE_MS - minuteOfDay;
  return Math.round(Math.abs(midnight(time) - midnight(wanted)) / DAY_MINUTES);
}
