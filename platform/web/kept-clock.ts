import { appClock } from './app-clock.ts';
import { safeStorage } from './session/safe-storage.ts';

const ENTRY = 'clock-ahead-ms';

/** How far the app's time is ahead of this phone's clock, as far as it has been told. ms. */
const aheadMs = () => Math.round(appClock.now().getTime() - Date.now());

/**
 * Keeps how wrong this phone's clock is, as the server last told: a page that comes back without signal would else put
 * the phone's own time on what is pressed. Returns what ends it.
 */
export function keepClock(): () => void {
  const storage = safeStorage(() => window.localStorage);
  const write = () => storage.setItem(ENTRY, String(aheadMs()));
  const kept = Number(storage.getItem(ENTRY) ?? 0);
  // A reply may have come before this page was drawn: that is newer.
  if (Math.abs(aheadMs()) > 1) write();
  else if (Number.isFinite(kept)) appClock.follow(new Date(Date.now() + kept).toISOString());
  return appClock.onChange(write);
}
