import { useSyncExternalStore } from 'react';

/** auto follows the system. */
export type ColourScheme = 'light' | 'dark' | 'auto';

/** Where the choice is kept; /colour-scheme.js reads it before the first paint. */
export const COLOUR_SCHEME_KEY = 'kemas-colour-scheme';

const ATTRIBUTE = 'data-mantine-color-scheme';
const listeners = new Set<() => void>();

const isScheme = (value: string | null): value is ColourScheme =>
  value === 'light' || value === 'dark' || value === 'auto';

/** What was chosen in this browser; auto when nothing was, or when storage is closed to us. */
export function readColourScheme(): ColourScheme {
  try {
    const stored = localStorage.getItem(COLOUR_SCHEME_KEY);
    return isScheme(stored) ? stored : 'auto';
  } catch {
    // Private windows may refuse storage: the system's scheme is right there.
    return 'auto';
  }
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Shows a scheme, by the attribute that the style sheet and Mantine both read. */
function apply(scheme: ColourScheme): void {
  const system = systemIsDark().matches ? 'dark' : 'light';
  document.documentElement.setAttribute(ATTRIBUTE, scheme === 'auto' ? system : scheme);
}

const followSystem = () => {
  if (readColourScheme() === 'auto') apply('auto');
};

/** Sets and keeps the choice, here and in other open tabs. */
export function setColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(COLOUR_SCHEME_KEY, scheme);
  } catch {
    // Not kept, but shown for as long as the page is open.
  }
  apply(scheme);
  // The same listener is added once only, however often this runs.
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

/** The choice and its setter, for a settings row. */
export function useColourScheme(): readonly [ColourScheme, (scheme: ColourScheme) => void] {
  const scheme = useSyncExternalStore(subscribe, readColourScheme, () => 'auto' as const);
  return [scheme, setColourScheme];
}

/** Told of every change; for Mantine's manager. */
export const onColourScheme = subscribe;
