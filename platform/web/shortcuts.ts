import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { safeStorage } from './session/safe-storage.ts';

/** Storage key of the choice. */
export const SHORTCUTS_KEY = 'kemas-shortcuts';
const OFF = 'off';

const storage = safeStorage(() => window.localStorage);
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const areOn = () => storage.getItem(SHORTCUTS_KEY) !== OFF;

function set(on: boolean): void {
  if (on) storage.removeItem(SHORTCUTS_KEY);
  else storage.setItem(SHORTCUTS_KEY, OFF);
  for (const listener of listeners) listener();
}

/**
 * Whether single-key shortcuts are on, and the switch. People who use speech input, or hit keys by accident, must be
 * able to turn them off (WCAG 2.1.4).
 */
export function useShortcuts(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areOn, () => true), set];
}

/** Elements in which a letter is text, or selects from a list. */
const TEXT =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(TEXT);
}

/** While one is open, keys belong to it. */
const OVERLAY = 'dialog[open], [role="dialog"], [role="menu"]';

/** How long the second key of a sequence may take, in ms. */
const SEQUENCE_PAUSE = 1500;

type Act = () => void;
/** By key; the component that was mounted last comes last. */
const bound = new Map<string, Act[]>();
/** The first key of a sequence, and when it was pressed. */
let begun = { key: '', at: 0 };

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === 'Shift' || document.querySelector(OVERLAY) !== null) return;
  const isSequence = begun.key !== '' && event.timeStamp - begun.at < SEQUENCE_PAUSE;
  const keys = isSequence ? `${begun.key} ${event.key.toLowerCase()}` : event.key.toLowerCase();
  begun = { key: '', at: 0 };
  const act = bound.get(keys)?.at(-1);
  if (act !== undefined) {
    event.preventDefault();
    act();
  } else if ([...bound.keys()].some((each) => each.startsWith(`${keys} `))) {
    begun = { key: keys, at: event.timeStamp };
  }
}

function bind(keys: string, act: Act): () => void {
  if (bound.size === 0) document.addEventListener('keydown', press);
  bound.set(keys, [...(bound.get(keys) ?? []), act]);
  return () => {
    const others = (bound.get(keys) ?? []).filter((each) => each !== act);
    if (others.length > 0) bound.set(keys, others);
    else bound.delete(keys);
    if (bound.size === 0) document.removeEventListener('keydown', press);
  };
}

/**
 * Calls `act` on a single key, or on two keys in sequence: `g j`. Not while typing, while a dialog or menu is open, or
 * while shortcuts are off. Without `act` the keys do nothing; if several components use the same keys, the last one
 * that was mounted gets them.
 */
export function useShortcut(keys: string, act: Act | undefined): void {
  const [on] = useShortcuts();
  const listening = on && act !== undefined;
  const latest = useRef(act);
  // Before the next key: a later effect would let it act on what was shown before.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useEffect(() => (listening ? bind(keys, () => latest.current?.()) : undefined), [listening, keys]);
}
