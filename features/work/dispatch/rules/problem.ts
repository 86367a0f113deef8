/**
 * A day to plan: visits that need crews, cleaners, and travel between places. Times are minutes of the day, lengths
 * minutes, and visits, cleaners and places are referred to by their index.
 */
export interface Problem {
  readonly visits: readonly PlanVisit[];
  readonly cleaners: readonly PlanCleaner[];
  readonly travel: TravelMatrix;
  readonly weights: Weights;
}

export interface PlanVisit {
  readonly id: string;
  readonly place: number;
  /** The first and the last promised start. They are equal if the start is fixed. */
  readonly earliest: number;
  readonly latest: number;
  /** How many minutes after `latest` it may start at worst, at a cost. */
  readonly maxLateMinutes: number;
  /** One for each member of the crew. */
  readonly positions: readonly Position[];
  /**
   * Absent: the whole crew starts together. Otherwise the second of two positions starts at least and at most so many
   * minutes after the first.
   */
  readonly gap?: readonly [number, number];
  /** The plan before; absent if there is none to stay close to. */
  readonly before?: VisitPlan;
  /** Keeps its crew and start, for example because it has begun. It needs a complete `before`. */
  readonly isFrozen?: boolean;
  /** By cleaner, in minutes of travel: what sending this cleaner costs, for example because the customer is not used to them. */
  readonly preference?: ArrayLike<number>;
}

export interface Position {
  readonly minutes: number;
  /** The cleaners who meet all rules that do not depend on the time. */
  readonly suited: readonly number[];
  /** A cleaner who stays in this position. */
  readonly pinned?: number;
}

export interface PlanCleaner {
  readonly id: string;
  /** Where the cleaner sets out from and returns to; null if unknown. */
  readonly home: number | null;
  /** The earliest time to leave home; null if the first visit may start as early as its promised time. */
  readonly setsOutAt: number | null;
  /** When the cleaner can work: shifts without time off. Sorted, half-open, not overlapping. */
  readonly atWork: readonly (readonly [number, number])[];
  /** The maximum minutes of visits. */
  readonly maxMinutes: number;
}

/** Minutes from place to place, as rows of `places` values. */
export interface TravelMatrix {
  readonly places: number;
  /** To keep free between two visits. */
  readonly keep: ArrayLike<number>;
  /** An estimate, which costs. */
  readonly ride: ArrayLike<number>;
}

export interface Plan {
  /** By visit. */
  readonly visits: readonly VisitPlan[];
}

export interface VisitPlan {
  /** By position; null where nobody comes. */
  readonly crew: readonly (number | null)[];
  /** By position. A visit without a crew has its earliest start. */
  readonly starts: readonly number[];
}

/** The cost of a plan, in minutes of travel. */
export interface Weights {
  /** For a minute of travel between two visits. */
  readonly ride: number;
  /** For a minute of travel from and to home. */
  readonly homeRide: number;
  /** For each position and minute that a visit starts late. */
  readonly late: number;
  /** For each minute of the latest start of all. */
  readonly latest: number;
  /** For a visit whose crew is not complete. */
  readonly incomplete: number;
  /** For each missing cleaner, in addition. */
  readonly missing: number;
  /** For each position that had another cleaner before. */
  readonly changedCleaner: number;
  /** For each minute that a visit starts earlier or later than before. */
  readonly movedStart: number;
  /** For the square of each cleaner's hours, so that work is shared out. */
  readonly squaredHours: number;
  /** The factor of `PlanVisit.preference`. */
  readonly preference: number;
}

/** Weights for planning a cleaning day. */
export const DAY_WEIGHTS: Weights = {
  ride: 1,
  // Cleaners travel from and to home in their own time, but long trips make them leave the company.
  homeRide: 0.5,
  // Three minutes of travel are better than one minute of a customer's waiting.
  late: 3,
  latest: 0,
  // No saving of travel is worth a visit that nobody comes to. A day's travel per cleaner is below 200 minutes.
  incomplete: 600,
  missing: 200,
  // Two cleaners who change places must save an hour and twenty minutes, or the customers are disturbed for little.
  changedCleaner: 40,
  movedStart: 0.5,
  // Four of eight hours that go to an idle cleaner are worth 32 minutes of travel.
  squaredHours: 1,
  preference: 1,
};

/** Weights for repairing a day: as few visits as possible change, whatever the travel. */
export const REPAIR_WEIGHTS: Weights = {
  ...DAY_WEIGHTS,
  // A visit that can be kept is worth changing twenty others.
  incomplete: 20_000,
  missing: 0,
  // More than all travel that one change can save.
  changedCleaner: 1000,
  movedStart: 20,
};

/** Whether anyone is missing from a visit's crew. */
export function isIncomplete({ crew }: VisitPlan): boolean {
  return crew.some((cleaner) => cleaner === null);
}
