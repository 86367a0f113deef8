/** A line of a checklist, as it stands or as it becomes. */
export interface Line {
  readonly id: string;
  /** When it was last ticked or cleared; null when it never was. */
  readonly markedAt: Temporal.Instant | null;
  /** When and by whom it was ticked; null while it is open. `doneBy` is null for the office too. */
  readonly doneAt: Temporal.Instant | null;
  readonly doneBy: string | null;
}

export interface Tick {
  readonly id: string;
  readonly done: boolean;
  /** When it was pressed. */
  readonly at: Temporal.Instant;
}

/**
 * The lines that some ticks change, as they become. Whether a line is done is decided by the latest press of it, in
 * whatever order they arrive; of two at the same moment by the one that arrives last. Who did it, and when, is the tick
 * that we heard of first since the line was last open: one that was pressed earlier and arrives later does not take the
 * line from them, because what lay between the two is not kept.
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
