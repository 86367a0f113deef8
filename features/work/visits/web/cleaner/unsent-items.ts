import { z } from 'zod';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';
import { REFUSABLE_ACTS } from '../../contract/visit-day.ts';

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
  /** The phone's position, once known. */
  place: place.optional(),
  /** The phone is still determining its position; the item waits for it until then, ISO 8601. */
  placeBy: z.string().optional(),
});
const bare = z.object({ ...jobPress, act: z.enum(['set-out', 'undo']) });
const tick = z.object({ ...jobPress, act: z.literal('tick'), lineID: z.string(), done: z.boolean() });
const comment = z.object({ ...jobPress, act: z.literal('comment'), text: z.string() });
/** The photo itself is in the phone's photo store, under its id. */
const photo = z.object({
  ...jobPress,
  act: z.literal('photo'),
  photoID: z.string(),
  kind: z.enum(['before', 'after']),
});
const photoRemoval = z.object({ ...jobPress, act: z.literal('remove-photo'), photoID: z.string() });
/** For the office: an action of this cleaner that the server refused. */
const report = z.object({
  ...jobPress,
  act: z.literal('report'),
  refused: z.enum(REFUSABLE_ACTS),
  /** Of the refusal. */
  code: z.string(),
  /** The text of a note. */
  note: z.string(),
});
const unsent = z.union([clocking, bare, tick, comment, photo, photoRemoval, report]);
const unsentList = z.array(unsent);

export type Place = Readonly<z.output<typeof place>>;
export type Tick = Readonly<z.output<typeof tick>>;
export type Clocking = Readonly<z.output<typeof clocking>>;
export type Photo = Readonly<z.output<typeof photo>>;
export type Report = Readonly<z.output<typeof report>>;
/**
 * One action that the server has not received. `at` is when it was made, ISO 8601; that time counts even if it is sent
 * later.
 */
export type Unsent = Readonly<z.output<typeof unsent>>;
export type Single = Exclude<Unsent, Tick>;

/** The content of one request: ticks of one job, or one action of another kind. */
export type Batch = readonly [Tick, ...Tick[]] | readonly [Single];

const PREFIX = 'unsent-';
export const NOTHING: readonly Unsent[] = [];

/** The storage key of a cleaner's list. */
export function entryOf(cleanerID: string): string {
  return PREFIX + cleanerID;
}

/** Whether a storage key holds such a list; null stands for the whole storage. */
export function isEntry(key: string | null): boolean {
  return key === null || key.startsWith(PREFIX);
}

/** The lists by cleaner. Items that cannot be stored are kept in memory until the page is closed. */
export function createLists(storage: TextStorage) {
  const inMemory = new Map<string, readonly Unsent[]>();
  return {
    /** The storage is full: these items are lost when the page is closed. */
    isOnlyInMemory: (of: string): boolean => inMemory.has(of),
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
    // Corrupt: nothing in it can be sent.
    return NOTHING;
  }
}

/** For these actions the first one counts, for all others the last. */
const FIRST_COUNTS: readonly Unsent['act'][] = ['start', 'set-out'];

/** The list with one more action: of starts and setting out the first counts, of all others the last. */
export function withPress(items: readonly Unsent[], item: Unsent): readonly Unsent[] {
  const others = items.filter((one) => keyOf(one) !== keyOf(item));
  return FIRST_COUNTS.includes(item.act) && others.length < items.length ? items : [...others, item];
}

/** The list without the sent items. An item that was changed while it was being sent has another time, and stays. */
export function without(items: readonly Unsent[], gone: readonly Unsent[]): readonly Unsent[] {
  return items.filter((item) => !gone.some((one) => keyOf(one) === keyOf(item) && one.at === item.at));
}

/** Adds the position to an action, or null if the phone does not provide it. */
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

/** When the first item may be sent, ISO 8601; null if now. */
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
  if (item.act === 'report') return `${item.refused} ${item.at}`;
  return 'photoID' in item ? item.photoID : '';
}

/** The oldest item, with the following ticks of the same job. */
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
 * The batch's idempotency key: the same for every retry, even after a page reload. Times have millisecond precision, so
 * a repeated action has another key.
 */
export function idempotencyKeyOf(batch: Batch): string {
  const [first] = batch;
  const last = batch.at(-1) ?? first;
  return [keyOf(first), first.at, last.at, batch.length].join(' ');
}

/** Of these refusals the cleaner is told what to do; nothing is lost. */
const NOTHING_LOST: readonly string[] = ['too_early_to_start', 'too_many_photos'];

/** What the office is told of an action that the server refused; null if no work is lost. */
export function reportOf([first, ...others]: Batch, code: string): Report | null {
  const { act, jobID } = first;
  const refused = REFUSABLE_ACTS.find((one) => one === act);
  if (refused === undefined || NOTHING_LOST.includes(code)) return null;
  const note = first.act === 'comment' ? first.text : '';
  return { act: 'report', jobID, at: (others.at(-1) ?? first).at, refused, code, note };
}
