interface Day<Slot> {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** The day with the most free times, the earliest on a tie; null if no day has any. */
export function freestDay<Slot>(days: readonly Day<Slot>[]): Day<Slot> | null {
  const best = days.reduce<Day<Slot> | null>(
    (before, day) => (day.slots.length > (before?.slots.length ?? 0) ? day : before),
    null,
  );
  return best;
}
