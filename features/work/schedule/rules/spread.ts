/** How many times are offered in place of one that is gone. Source: API.md 9. */
export const ALTERNATIVES = 3;

/** Where a free time lies. */
export interface TimeOfDay {
  /** Epoch ms. */
  readonly at: number;
  /** Of the business. */
  readonly minuteOfDay: number;
}

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/**
 * The times to offer in place of one that is gone, nearest first. Not simply the nearest, which mostly are half hours of
 * one day that somebody cannot make: the time itself, where others can come then; the nearest earlier and later on that
 * day; and on the nearest other day the one at the hour nearest to it. Where a kind has none, the nearest of all fill up.
 */
export function spread<T>(free: readonly T[], timeOf: (one: T) => TimeOfDay, wanted: TimeOfDay): T[] {
  const all = free
    .map((one) => ({ one, time: timeOf(one) }))
    .sort((a, b) => awayOf(a.time, wanted) - awayOf(b.time, wanted) || a.time.at - b.time.at);
  const onDay = all.filter(({ time }) => daysApart(time, wanted) === 0);
  const elsewhere = all
    .filter(({ time }) => daysApart(time, wanted) !== 0)
    .sort((a, b) => detourOf(a.time, wanted) - detourOf(b.time, wanted) || a.time.at - b.time.at);
  const before = onDay.find(({ time }) => time.at < wanted.at);
  const after = onDay.find(({ time }) => time.at > wanted.at);
  const kinds = new Set([
    onDay.find(({ time }) => time.at === wanted.at),
    elsewhere[0],
    // Where the time itself is free, one neighbour is enough: the nearer, which stands first.
    ...all.filter((each) => each === before || each === after),
    ...all,
  ]);
  kinds.delete(undefined);
  const chosen = new Set([...kinds].slice(0, ALTERNATIVES));
  return all.filter((each) => chosen.has(each)).map(({ one }) => one);
}

/** Whether looking further would change nothing: as many as are offered, one of them on another day. */
export function isSpread(times: readonly TimeOfDay[], wanted: TimeOfDay): boolean {
  return times.length >= ALTERNATIVES && times.some((time) => daysApart(time, wanted) !== 0);
}

function awayOf(time: TimeOfDay, wanted: TimeOfDay): number {
  return Math.abs(time.at - wanted.at);
}

/** Days count before hours: a person's hours are much the same every day. In minutes. */
function detourOf(time: TimeOfDay, wanted: TimeOfDay): number {
  return daysApart(time, wanted) * DAY_MINUTES + Math.abs(time.minuteOfDay - wanted.minuteOfDay);
}

/** Rounded: where clocks change, a day has another hour. */
function daysApart(time: TimeOfDay, wanted: TimeOfDay): number {
  const midnight = ({ at, minuteOfDay }: TimeOfDay) => at / MINUTE_MS - minuteOfDay;
  return Math.round(Math.abs(midnight(time) - midnight(wanted)) / DAY_MINUTES);
}
