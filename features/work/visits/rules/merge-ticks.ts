/** A line of a checklist. */
export interface Line {
  readonly id: string;
  /** When it was last ticked or cleared; null if never. */
  readonly markedAt: Temporal.Instant | null;
  /** When and by whom it was ticked; null while it is open. `doneBy` is also null for the office. */
  readonly doneAt: Temporal.Instant | null;
  readonly doneBy: string | null;
}

export interface Tick {
  readonly id: string;
  readonly done: boolean;
  /** When the user ticked or cleared it. */
  readonly at: Temporal.Instant;
}

/**
 * Applies ticks and returns the changed lines. The latest tick or clear by time determines whether a line is done,
 * regardless of arrival order; of two at the same time, the one that arrives last. `doneBy` and `doneAt` come from the
 * first tick received since the line was last open: an earlier tick that arrives later does not replace them, because
 * the events between the two are not stored.
 *
 * @param by the cleaner who ticks; null for the office
 */
export function applyTicks(lines: readonly Line[], ticks: readonly Tick[], by: string | null): Line[] {
  const changed = new Map<string, Line>();
  const before = new Map(lines.map((line) => [line.id, line]));
  for (const tick of ticks) {
    const line = changed.get(tick.id) ?? before.get(tick.id);
    if (line !== undefined && counts(line, tick)) changed.set(tick.id, marked(line, tick, by));
  }
  return [...changed.values()];
}

function counts(line: Line, tick: Tick): boolean {
  return line.markedAt === null || Temporal.Instant.compare(tick.at, line.markedAt) >= 0;
}

function marked(line: Line, { done, at }: Tick, by: string | null): Line {
  if (!done) return { ...line, markedAt: at, doneAt: null, doneBy: null };
  if (line.doneAt !== null) return { ...line, markedAt: at };
  return { ...line, markedAt: at, doneAt: at, doneBy: by };
}
