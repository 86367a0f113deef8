import { type Hours, roundToCents } from '#platform/kernel/money.ts';

/** The sum of the movements of one day, kind and tier. */
export interface MovementSum<Kind extends string = string> {
  /** Business day, `YYYY-MM-DD`; null for all days before the period. */
  readonly date: string | null;
  readonly kind: Kind;
  /** Whole dollars: the tier. */
  readonly perHour: number;
  /** Positive into customers' lots, negative out of them. */
  readonly hours: Hours;
}

interface Owed {
  readonly hours: Hours;
  /** Cents, at the tier's price. */
  readonly value: number;
}

/** The hours owed to customers at the start and the end of each day of a period, and the changes between. */
export function hoursOverTime<Kind extends string>(
  sums: readonly MovementSum<Kind>[],
  days: readonly string[],
) {
  const opening = owed(sums.filter(({ date }) => date === null));
  const changes = sums.filter(({ date }) => date !== null);
  const byDay = Map.groupBy(changes, ({ date }) => date);
  let closing = opening;
  const rows = days.map((date) => {
    closing = add(closing, owed(byDay.get(date) ?? []));
    return { date, ...closing };
  });
  const byKind = [...Map.groupBy(changes, ({ kind }) => kind)];
  return { opening, closing, changes: byKind.map(([kind, of]) => ({ kind, ...owed(of) })), rows };
}

function owed(sums: readonly MovementSum[]): Owed {
  return sums
    .map(({ hours, perHour }) => ({ hours, value: roundToCents(hours * perHour * 100) }))
    .reduce(add, NOTHING);
}

const NOTHING: Owed = { hours: 0, value: 0 };

function add(one: Owed, other: Owed): Owed {
  return { hours: one.hours + other.hours, value: one.value + other.value };
}
