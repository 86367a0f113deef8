import { z } from 'zod';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';

const clocking = z.object({ act: z.enum(['start', 'finish']), jobID: z.string(), at: z.string() });
const tick = z.object({
  act: z.literal('tick'),
  jobID: z.string(),
  lineID: z.string(),
  done: z.boolean(),
  at: z.string(),
});
const unsentList = z.array(z.union([clocking, tick]));

export type Tick = Readonly<z.output<typeof tick>>;
export type Clocking = Readonly<z.output<typeof clocking>>;
/** One press that the server has not heard of. `at` is when it was pressed, ISO 8601: that counts, also later. */
export type Unsent = Tick | Clocking;

/** What goes out in one call: ticks of one job, or one clocking. */
export type Batch = readonly [Tick, ...Tick[]] | readonly [Clocking];

const PREFIX = 'unsent-';
export const NOTHING: readonly Unsent[] = [];

/** The storage's entry of a cleaner's list. */
export function entryOf(cleanerID: string): string {
  return PREFIX + cleanerID;
}

/** True for entries that are such lists; null stands for all of the storage. */
export function isEntry(key: string | null): boolean {
  return key === null || key.startsWith(PREFIX);
}

/** The lists by cleaner. What the storage does not take is kept for the life of the page. */
export function createLists(storage: TextStorage) {
  const inMemory = new Map<string, readonly Unsent[]>();
  return {
    read: (of: string): readonly Unsent[] => inMemory.get(of) ?? parse(storage.getItem(entryOf(of))),
    write(of: string, items: readonly Unsent[]): void {
      const text = items.length === 0 ? null : JSON.stringify(items);
      if (text === null) storage.removeItem(entryOf(of));
      else storage.setItem(entryOf(of), text);
      if (storage.getItem(entryOf(of)) === text) inMemory.delete(of);
      else inMemory.set(of, items);
    },
  };
}

function parse(text: string | null): readonly Unsent[] {
  if (text === null) return NOTHING;
  try {
    return unsentList.safeParse(JSON.parse(text)).data ?? NOTHING;
  } catch {
    // Half-written: nothing in it can be sent.
    return NOTHING;
  }
}

/** The list with one more press: of several starts the first is when somebody arrived, of all else the last counts. */
export function withPress(items: readonly Unsent[], item: Unsent): readonly Unsent[] {
  const others = items.filter((one) => keyOf(one) !== keyOf(item));
  return item.act === 'start' && others.length < items.length ? items : [...others, item];
}

/** The list without what was sent. Pressed again while it was on its way, an item has another time, and stays. */
export function without(items: readonly Unsent[], gone: readonly Unsent[]): readonly Unsent[] {
  return items.filter((item) => !gone.some((one) => keyOf(one) === keyOf(item) && one.at === item.at));
}

function keyOf(item: Unsent): string {
  return [item.jobID, item.act, item.act === 'tick' ? item.lineID : ''].join(' ');
}

/** The oldest item, with the ticks of the same job that follow it. */
export function firstBatch(items: readonly Unsent[]): Batch | null {
  const [first] = items;
  if (first === undefined) return null;
  if (first.act !== 'tick') return [first];
  const ticks: [Tick, ...Tick[]] = [first];
  for (const item of items.slice(1)) {
    if (item.act !== 'tick' || item.jobID !== first.jobID) break;
    ticks.push(item);
  }
  return ticks;
}
