import { useEffect, useRef } from 'react';
import { ApiError, OFFLINE } from '#platform/web/api/api-error.ts';

/** A phone may be on the network without reaching us, and no event tells when that ends. */
const TRY_AGAIN_MS = 10_000;

/** True for a call that never reached the server, or found it away. */
export function hasNoSignal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === OFFLINE || error.status >= 502);
}

/** While something waits for the signal: calls when the phone is back on the network, and every few seconds. */
export function useSignalBack(send: () => void, waits: boolean): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (!waits) return;
    const again = () => latest.current();
    const timer = setInterval(again, TRY_AGAIN_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [waits]);
}
