import type { Place } from './unsent-items.ts';

/** The phone has this long to find out where it is, the person to answer its question; then the press goes without. */
export const PLACE_WITHIN_MS = 8000;
/** A place that it found out this long ago is as good as a new one. */
const RECENT_MS = 30_000;

/** Where the phone is; null when it does not know or will not say. Never rejects, and never waits longer than that. */
export function askPlace(): Promise<Place | null> {
  // Only on safe connections, and not in every browser.
  const locator: Geolocation | undefined = navigator.geolocation;
  if (locator === undefined) return Promise.resolve(null);
  const { promise, resolve } = Promise.withResolvers<Place | null>();
  // Its own time-out does not run while the person is asked for leave.
  setTimeout(() => resolve(null), PLACE_WITHIN_MS);
  locator.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
    () => resolve(null),
    { enableHighAccuracy: true, timeout: PLACE_WITHIN_MS, maximumAge: RECENT_MS },
  );
  return promise;
}
