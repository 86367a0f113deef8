/** A cleaner at a visit of the day. Hours of the day: 9.5 is half past nine. */
export interface CrewTime {
  readonly from: number;
  readonly until: number;
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
  /** They cannot come, and nobody has replaced them. */
  readonly isMissing: boolean;
}

export interface HourOfDay {
  /** 9 for 9 to 10 am. */
  readonly hour: number;
  /** Cleaners who were at work, are at work, and are to come. */
  readonly done: number;
  readonly now: number;
  readonly toCome: number;
  /** Positions without a cleaner, or whose cleaner has not begun although the hour has. */
  readonly noOne: number;
}

/** Shown at least. */
const FIRST = 8;
const LAST = 20;

/** For each hour of a day, how many cleaners are at work. @param now the hour of the day, 9.33 for 9:20 am */
export function hoursOfDay(crew: readonly CrewTime[], now: number): HourOfDay[] {
  const first = Math.min(FIRST, ...crew.map(({ from }) => Math.floor(from)));
  const last = Math.max(LAST, ...crew.map(({ until }) => Math.ceil(until)));
  return Array.from({ length: last - first }, (_, index) => {
    const hour = first + index;
    const states = crew
      .filter(({ from, until }) => from < hour + 1 && until > hour)
      .map((time) => stateIn(time, hour, now));
    const count = (state: State) => states.filter((one) => one === state).length;
    return {
      hour,
      done: count('done'),
      now: count('now'),
      toCome: count('toCome'),
      noOne: count('noOne'),
    };
  });
}

type State = 'done' | 'now' | 'toCome' | 'noOne';

/** Minutes that a cleaner may be late before the hour counts as lost, in hours. */
const GRACE = 10 / 60;

function stateIn(time: CrewTime, hour: number, now: number): State {
  if (time.isMissing) return 'noOne';
  if (hour > now) return 'toCome';
  if (!time.hasStarted) return Math.max(time.from, hour) + GRACE < now ? 'noOne' : 'toCome';
  return time.hasFinished || hour + 1 <= now ? 'done' : 'now';
}
