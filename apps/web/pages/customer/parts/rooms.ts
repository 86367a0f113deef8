import type { z } from 'zod';
import type { checklistLine } from '#features/work/jobs/contract/shapes.ts';

export type ChecklistLine = z.output<typeof checklistLine>;

export interface Room {
  readonly name: string;
  readonly lines: readonly ChecklistLine[];
}

/** The checklist grouped by room, in its own order. */
export function byRoom(checklist: readonly ChecklistLine[]): Room[] {
  const rooms = new Map<string, ChecklistLine[]>();
  for (const line of checklist.toSorted((a, b) => a.position - b.position)) {
    rooms.set(line.category, [...(rooms.get(line.category) ?? []), line]);
  }
  return [...rooms].map(([name, lines]) => ({ name, lines }));
}
