import { useEffect, useState } from 'react';
import { appClock } from '#platform/web/app-clock.ts';

/** Whole seconds until a moment by the app's clock, at least 0; re-renders every second until then. */
export function useSecondsUntil(wire: string | null): number {
  const end = wire === null ? 0 : Date.parse(wire);
  const left = () => Math.max(0, Math.ceil((end - appClock.now().getTime()) / 1000));
  const [, tick] = useState(0);
  const seconds = left();
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
