import { useEffect, useRef } from 'react';
import { safeStorage, storeText } from '../session/safe-storage.ts';
import { session } from '../session/session.ts';
import type { Session } from '../session/session-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Unsaved values at the time the session expired. A tab shows one page, so there is at most one draft. */
interface UnsavedDraft {
  readonly owner: string;
  readonly address: string;
  readonly forms: Readonly<Record<string, Values>>;
}

const KEY = 'kemas-unsaved';
const storage = safeStorage(() => window.sessionStorage);
/** What a full storage did not take: the way to the sign-in and back does not reload the page. */
let inMemory: string | null = null;

function write(draft: UnsavedDraft): void {
  const text = JSON.stringify(draft);
  inMemory = storeText(storage, KEY, text) ? null : text;
}

/** The forms on the page by name, each with its changed fields. */
const openForms = new Map<string, () => Values>();

/** The owner of a draft: their role and id. */
export function ownerOf({ type, id }: Pick<Session, 'type' | 'id'>): string {
  return `${type} ${id}`;
}

/** Stores the changed fields of every named form on the page, to restore when the same person signs in again. */
export function saveUnsavedDraft(owner: string, address: string): void {
  const changed = [...openForms].map(([name, changes]) => [name, changes()] as const);
  const forms = Object.fromEntries(changed.filter(([, changes]) => Object.keys(changes).length > 0));
  if (Object.keys(forms).length > 0) write({ owner, address, forms });
}

export function removeUnsavedDraft(): void {
  inMemory = null;
  storage.removeItem(KEY);
}

/** Removes another person's draft once `owner` has signed in. */
export function removeDraftOfOthers(owner: string): void {
  const draft = readDraft();
  if (draft !== null && draft.owner !== owner) removeUnsavedDraft();
}

/** Reads the draft of one form and removes it from storage. */
function takeDraft(owner: string, address: string, name: string): Values | null {
  const draft = readDraft();
  const values = draft?.forms[name];
  if (draft === null || values === undefined) return null;
  if (draft.owner !== owner || draft.address !== address) return null;
  const { [name]: _taken, ...others } = draft.forms;
  if (Object.keys(others).length === 0) removeUnsavedDraft();
  else write({ ...draft, forms: others });
  return values;
}

/** Only `saveUnsavedDraft` writes it; anything else under the key is not a draft. */
function readDraft(): UnsavedDraft | null {
  try {
    const draft: UnsavedDraft | null = JSON.parse(inMemory ?? storage.getItem(KEY) ?? 'null');
    return typeof draft?.forms === 'object' ? draft : null;
  } catch {
    return null; // not JSON: the person starts with the saved values
  }
}

interface KeptForm {
  /** The fields that differ from the saved ones. Never a password, a code or a card, because they would be stored. */
  changes(): Values;
  restore(changes: Values): void;
}

/**
 * Keeps the changes of a form when the session expires, and restores them once, as unsaved changes, when the same
 * person returns to the same address. `name` is unique on its page; a form without a name is not kept.
 */
export function useUnsavedDraft(name: string | undefined, form: KeptForm): void {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (name === undefined) return;
    openForms.set(name, () => latest.current.changes());
    const { pathname, search } = window.location;
    const draft = takeDraft(ownerOf(session.getState()), pathname + search, name);
    if (draft !== null) latest.current.restore(draft);
    return () => {
      openForms.delete(name);
    };
  }, [name]);
}
