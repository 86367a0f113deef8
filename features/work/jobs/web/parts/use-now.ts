import { useEffect, useState } from 'react';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay } from '#platform/web/business-time.ts';

/** The app's present moment, drawn again every `everyMs`, and at once when the server tells another time. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => appClock.now());
  useEffect(() => {
    const look = () => setNow(appClock.now());
    const timer = setInterval(look, everyMs);
    const stopHearing = appClock.onChange(look);
    // Another part of the page may have heard of it before this one listened.
    look();
    return () => {
      clearInterval(timer);
      stopHearing();
    };
  }, [everyMs]);
  return now;
}

const MINUTE_MS = 60_000;

/** The business day, YYYY-MM-DD. A page that stays open past midnight, or on a phone with a wrong clock, follows. */
export function useToday(): string {
  return businessDay(useNow(MINUTE_MS));
}
