import { useEffect, useRef, useSyncExternalStore } from 'react';
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

/** Calls `act` on a single key, unless typing or shortcuts are off; without `act` the key does nothing. */
export function useShortcut(key: string, act: (() => void) | undefined): void {
  const [on] = useShortcuts();
  const listening = on && act !== undefined;
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!listening) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      latest.current?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [listening, key]);
}
