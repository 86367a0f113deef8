import { appClock } from '#platform/web/app-clock.ts';
import { safeStorage } from '#platform/web/session/safe-storage.ts';

const ENTRY = 'clock-ahead-ms';

/**
 * Keeps how wrong this phone's clock is, as the server last told: a page that comes back without signal would else put
 * the phone's own time on what is pressed. Returns what ends it.
 */
export function keepClock(): () => void {
  const storage = safeStorage(() => window.localStorage);
  const aheadMs = Number(storage.getItem(ENTRY) ?? 0);
  const isUntold = Math.abs(appClock.now().getTime() - Date.now()) < 1;
  if (Number.isFinite(aheadMs) && isUntold) {
    appClock.follow(new Date(Date.now() + aheadMs).toISOString());
  }
  return appClock.onChange(() => {
    storage.setItem(ENTRY, String(Math.round(appClock.now().getTime() - Date.now())));
  });
}
