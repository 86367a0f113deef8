import { useSyncExternalStore } from 'react';

/** auto follows the system. */
export type ColourScheme = 'light' | 'dark' | 'auto';

/** Storage key; /colour-scheme.js reads it before the first paint. */
export const COLOUR_SCHEME_KEY = 'kemas-colour-scheme';

const ATTRIBUTE = 'data-mantine-color-scheme';
const listeners = new Set<() => void>();

const isScheme = (value: string | null): value is ColourScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** The choice in this browser; auto if there is none, or if storage is unavailable. */
export function readColourScheme(): ColourScheme {
  try {
    const stored = localStorage.getItem(COLOUR_SCHEME_KEY);
    return isScheme(stored) ? stored : 'auto';
  } catch {
    // Private windows may refuse storage: follow the system's scheme.
    return 'auto';
  }
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Applies a scheme through the attribute that the style sheet and Mantine both read. */
function apply(scheme: ColourScheme): void {
  const system = systemIsDark().matches ? 'dark' : 'light';
  document.documentElement.setAttribute(ATTRIBUTE, scheme === 'auto' ? system : scheme);
}

const followSystem = () => {
  if (readColourScheme() === 'auto') apply('auto');
};

/** Sets and stores the choice, also for other open tabs. */
export function setColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(COLOUR_SCHEME_KEY, scheme);
  } catch {
    // Not stored, but applied until the page is closed.
  }
  apply(scheme);
  // The same listener is added only once, however often this runs.
  systemIsDark().addEventListener('change', followSystem);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== COLOUR_SCHEME_KEY) return;
    apply(readColourScheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

export function useColourScheme(): readonly [ColourScheme, (scheme: ColourScheme) => void] {
  const scheme = useSyncExternalStore(subscribe, readColourScheme, () => 'auto' as const);
  return [scheme, setColourScheme];
}

/** Called on every change; for Mantine's manager. */
export const onColourScheme = subscribe;
