import { useEffect, useState } from 'react';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay } from '#platform/web/business-time.ts';

/** The current time of the app clock, updated every `everyMs` and whenever the server reports a different time. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => appClock.now());
  useEffect(() => {
    const look = () => setNow(appClock.now());
    const timer = setInterval(look, everyMs);
    const stopHearing = appClock.onChange(look);
    // The clock may have changed before this subscription.
    look();
    return () => {
      clearInterval(timer);
      stopHearing();
    };
  }, [everyMs]);
  return now;
}

const MINUTE_MS = 60_000;

/**
 * The business day, YYYY-MM-DD. Updates on pages that stay open past midnight, and is correct on devices with a wrong
 * clock.
 */
export function useToday(): string {
  return businessDay(useNow(MINUTE_MS));
}
