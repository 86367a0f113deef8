import { z } from 'zod';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';

const jobPress = { jobID: z.string(), at: z.string() };
const place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Metres. */
  accuracy: z.number(),
});
const clocking = z.object({
  ...jobPress,
  act: z.enum(['start', 'finish']),
  /** Where the phone was, once it has said so. */
  place: place.optional(),
  /** The phone is still asked where it is; it is waited for until then, ISO 8601. */
  placeBy: z.string().optional(),
});
const bare = z.object({ ...jobPress, act: z.enum(['set-out', 'undo']) });
const tick = z.object({ ...jobPress, act: z.literal('tick'), lineID: z.string(), done: z.boolean() });
const comment = z.object({ ...jobPress, act: z.literal('comment'), text: z.string() });
/** Its picture lies in the phone's photo store, under its id. */
const photo = z.object({
  ...jobPress,
  act: z.literal('photo'),
  photoID: z.string(),
  kind: z.enum(['before', 'after']),
});
const photoRemoval = z.object({ ...jobPress, act: z.literal('remove-photo'), photoID: z.string() });
const unsent = z.union([clocking, bare, tick, comment, photo, photoRemoval]);
const unsentList = z.array(unsent);

export type Place = Readonly<z.output<typeof place>>;
export type Tick = Readonly<z.output<typeof tick>>;
export type Clocking = Readonly<z.output<typeof clocking>>;
export type Photo = Readonly<z.output<typeof photo>>;
/** One press that the server has not heard of. `at` is when it was pressed, ISO 8601: that counts, also later. */
export type Unsent = Readonly<z.output<typeof unsent>>;
export type Single = Exclude<Unsent, Tick>;

/** What goes out in one call: ticks of one job, or one press of another kind. */
export type Batch = readonly [Tick, ...Tick[]] | readonly [Single];

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

/** The first of these counts, of all other presses the last. */
const FIRST_COUNTS: readonly Unsent['act'][] = ['start', 'set-out'];

/** The list with one more press: somebody arrives and sets out once; of all else the last counts. */
export function withPress(items: readonly Unsent[], item: Unsent): readonly Unsent[] {
  const others = items.filter((one) => keyOf(one) !== keyOf(item));
  return FIRST_COUNTS.includes(item.act) && others.length < items.length ? items : [...others, item];
}

/** The list without what was sent. Pressed again while it was on its way, an item has another time, and stays. */
export function without(items: readonly Unsent[], gone: readonly Unsent[]): readonly Unsent[] {
  return items.filter((item) => !gone.some((one) => keyOf(one) === keyOf(item) && one.at === item.at));
}

/** The phone has said where it was at a press, or will not say. */
export function withPlace(
  items: readonly Unsent[],
  { act, jobID, at }: Clocking,
  place: Place | null,
): readonly Unsent[] {
  return items.map((item) =>
    item.act === act && item.jobID === jobID && item.at === at
      ? { act, jobID, at, ...(place !== null && { place }) }
      : item,
  );
}

/** When the first of the list may go out, ISO 8601; null where it may go now. */
export function waitsUntil(items: readonly Unsent[], now: Date): string | null {
  const [first] = items;
  const until = first !== undefined && 'placeBy' in first ? first.placeBy : undefined;
  return until !== undefined && Date.parse(until) > now.getTime() ? until : null;
}

export function keyOf(item: Unsent): string {
  return [item.jobID, item.act, detailOf(item)].join(' ');
}

function detailOf(item: Unsent): string {
  if ('lineID' in item) return item.lineID;
  return 'photoID' in item ? item.photoID : '';
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

/**
 * The batch's own key: the same however often it is sent, also by a page that was killed and came back. Times are to the
 * millisecond, and a press that is pressed again has another.
 */
export function idempotencyKeyOf(batch: Batch): string {
  const [first] = batch;
  const last = batch.at(-1) ?? first;
  return [keyOf(first), first.at, last.at, batch.length].join(' ');
}
