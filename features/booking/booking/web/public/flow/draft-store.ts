import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { safeStorage, storeText, type TextStorage } from '#platform/web/session/safe-storage.ts';
import { type Draft, isBegun, readDraft } from './draft.ts';

/**
 * Storage key of the drafts by service. They contain an address, so apps/web/sign-out.ts removes them by this
 * key.
 */
export const DRAFTS = 'kemas-drafts';

/** Days after which a draft is discarded: free times and prices have changed by then. */
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A sent sign-in code is dropped from the draft once it has expired (CODE_LIFE of accounts). */
const CODE_MS = 5 * 60_000;

/** A draft and when it was last changed (device time, ms). */
export interface StoredDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** From an earlier visit: not written by this tab. */
  readonly isEarlier: boolean;
}

export interface DraftStores {
  /** Of this tab: two tabs can book different things. */
  readonly tab: TextStorage;
  /** Of this device, for returning later. */
  readonly device: TextStorage;
}

export const browserStores: DraftStores = {
  tab: safeStorage(() => window.sessionStorage),
  device: safeStorage(() => window.localStorage),
};

/** The draft of a service from this tab, otherwise from this device; null if there is no recent one. */
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

/**
 * False if the draft is lost when the page is closed.
 *
 * @param onDevice false if nothing may remain on the device after the tab is closed
 */
export function saveDraft(
  { tab, device }: DraftStores,
  service: JobType,
  { draft, now, onDevice }: { readonly draft: Draft; readonly now: number; readonly onDevice: boolean },
): boolean {
  const entry = { savedAt: now, draft };
  write(device, service, onDevice ? entry : undefined);
  return write(tab, service, entry);
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
    // Corrupt data counts as no draft.
    return {};
  }
}

/** False if the storage did not take it. */
function write(storage: TextStorage, service: JobType, entry: Entry | undefined): boolean {
  const entries = { ...entriesOf(storage), [service]: entry };
  if (Object.values(entries).some((one) => one !== undefined)) {
    return storeText(storage, DRAFTS, JSON.stringify(entries));
  }
  storage.removeItem(DRAFTS);
  return true;
}
