/** When a row of the overview can come back: after two hours, to the next quarter, at 2 pm, at 5 pm. */
const IN_HOURS = 2;
const AT = [14, 17];
/** Nobody reads the overview after this hour. */
const LAST = 22;

/** The later times of today to which a row can be put off, the earliest first. @param now the hour of the day, 9.33 for 9:20 am */
export function laterToday(now: number): number[] {
  const soon = Math.ceil((now + IN_HOURS) * 4) / 4;
  return [soon, ...AT.filter((hour) => hour > soon)].filter((hour) => hour <= LAST);
}

interface PutOff {
  readonly until: Temporal.Instant;
  readonly now: Temporal.Instant;
  /** The end of today. */
  readonly midnight: Temporal.Instant;
}

export function isLaterToday({ until, now, midnight }: PutOff): boolean {
  return Temporal.Instant.compare(until, now) > 0 && Temporal.Instant.compare(until, midnight) < 0;
}
