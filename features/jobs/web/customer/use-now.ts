import { useEffect, useState } from 'react';
import { appClock } from '#platform/web/app-clock.ts';

/** The app's present moment, drawn again every `everyMs`; the server's clock may have moved meanwhile. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => appClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(appClock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
