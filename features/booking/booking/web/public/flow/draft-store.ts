import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { safeStorage, type TextStorage } from '#platform/web/session/safe-storage.ts';
import { type Draft, isBegun, readDraft } from './draft.ts';

/** Drafts by service. They hold an address: apps/web/sign-out.ts removes them by this name. */
export const DRAFTS = 'kemas-drafts';

/** Who comes back after so many days begins anew: free times and prices are others by then. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A code by SMS is good for ten minutes. Source: DOMAIN.md 4.2. */
const CODE_MS = 10 * 60_000;

/** A draft, and when it was last changed, device time in ms. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** It was left behind earlier: this tab did not write it. */
  readonly isEarlier: boolean;
}

export interface DraftStores {
  /** Of this tab: two tabs book two things. */
  readonly tab: TextStorage;
  /** Of this device: for coming back tomorrow. */
  readonly device: TextStorage;
}

export const browserStores: DraftStores = {
  tab: safeStorage(() => window.sessionStorage),
  device: safeStorage(() => window.localStorage),
};

/** The draft of a service as this tab left it, else as this device did; null where none is young enough. */
export function findDraft({ tab, device }: DraftStores, service: JobType, now: number): StoredDraft | null {
  const own = entryOf(tab, service, now);
  const found = own ?? entryOf(device, service, now);
  if (found === null) return null;
  const draft = readDraft(found.draft);
  const isCodeOld = now - found.savedAt > CODE_MS;
  return {
    draft: isCodeOld ? { ...draft, code: null } : draft,
    savedAt: found.savedAt,
    isEarlier: own === null && isBegun(draft),
  };
}

/** @param onDevice false where nothing of the person is to stay behind when the tab is closed */
export function saveDraft(
  { tab, device }: DraftStores,
  service: JobType,
  { draft, now, onDevice }: { readonly draft: Draft; readonly now: number; readonly onDevice: boolean },
): void {
  const entry = { savedAt: now, draft };
  write(tab, service, entry);
  write(device, service, onDevice ? entry : undefined);
}

export function removeDraft({ tab, device }: DraftStores, service: JobType): void {
  for (const storage of [tab, device]) write(storage, service, undefined);
}

interface Entry {
  readonly savedAt: number;
  readonly draft: unknown;
}

function entryOf(storage: TextStorage, service: JobType, now: number): Entry | null {
  const entry = entriesOf(storage)[service];
  if (!isEntry(entry)) return null;
  const age = now - entry.savedAt;
  return age >= 0 && age < KEPT_DAYS * DAY_MS ? entry : null;
}

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'savedAt' in value &&
    typeof value.savedAt === 'number' &&
    'draft' in value
  );
}

function entriesOf(storage: TextStorage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(DRAFTS) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Half-written text is the same as none: the person begins again.
    return {};
  }
}

function write(storage: TextStorage, service: JobType, entry: Entry | undefined): void {
  const entries = { ...entriesOf(storage), [service]: entry };
  if (Object.values(entries).every((one) => one === undefined)) storage.removeItem(DRAFTS);
  else storage.setItem(DRAFTS, JSON.stringify(entries));
}
