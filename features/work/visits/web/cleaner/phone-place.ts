import type { Place } from './unsent-items.ts';

/**
 * Timeout in ms for finding the position, including the permission prompt; after that the action is sent without it.
 */
export const PLACE_WITHIN_MS = 8000;
/** A cached position of this age is accepted. */
const RECENT_MS = 30_000;

/**
 * The phone's position; null if it is unknown or permission is denied. Never rejects and never takes longer than the
 * timeout.
 */
export function askPlace(): Promise<Place | null> {
  // Only in secure contexts, and not in every browser.
  const locator: Geolocation | undefined = navigator.geolocation;
  if (locator === undefined) return Promise.resolve(null);
  const { promise, resolve } = Promise.withResolvers<Place | null>();
  // The API's own timeout does not run during the permission prompt.
  setTimeout(() => resolve(null), PLACE_WITHIN_MS);
  locator.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
    () => resolve(null),
    { enableHighAccuracy: true, timeout: PLACE_WITHIN_MS, maximumAge: RECENT_MS },
  );
  return promise;
}
