import type { Shift } from '#features/people/cleaners/rules/week.ts';

/** Minutes since midnight of a business day, half-open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is left of `spans` without `taken`, in order. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  return taken.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((span) =>
        end <= span.start || span.end <= start
          ? [span]
          : [
              { start: span.start, end: start },
              { start: end, end: span.end },
            ].filter((rest) => rest.start < rest.end),
      ),
    [...spans],
  );
}

/** Hours of a day in which a cleaner can be booked: their shifts less time off. */
export function hoursAvailable(shifts: readonly Shift[], off: readonly Span[]): number {
  const spans = shifts.map(([start, end]) => ({ start, end }));
  return without(spans, off).reduce((sum, { start, end }) => sum + end - start, 0) / 60;
}
