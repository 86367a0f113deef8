import { appClock } from './app-clock.ts';
import { safeStorage } from './session/safe-storage.ts';

const STORAGE_KEY = 'clock-ahead-ms';

/** How far the app's time is ahead of this device's clock, ms. */
const aheadMs = () => Math.round(appClock.now().getTime() - Date.now());

/**
 * Stores how far this device's clock is off according to the server: a page that opens offline would otherwise use the
 * device's own time. Returns a function that stops.
 */
export function persistClockOffset(): () => void {
  const storage = safeStorage(() => window.localStorage);
  const write = () => storage.setItem(STORAGE_KEY, String(aheadMs()));
  const stored = Number(storage.getItem(STORAGE_KEY) ?? 0);
  // A reply may already have arrived, which is newer than the stored offset.
  if (Math.abs(aheadMs()) > 1) write();
  else if (Number.isFinite(stored)) appClock.sync(new Date(Date.now() + stored).toISOString());
  return appClock.onChange(write);
}
