import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { retryPause, type Trouble } from './retry-pause.ts';

/** Sends queued items; resolves with the cause of a failure, or null. Never rejects. */
export type Try = () => Promise<Trouble | null>;

/**
 * While items are queued, retries with increasing delays, and at once if the server may be reachable again. No single
 * event is reliable: a browser may never report that it is online again, or be online without reaching us.
 */
export function useRetries(send: Try, waits: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!waits) return;
    const retries = startRetries(send);
    const stopListening = [
      onEvents(window, ['online', 'focus', 'pageshow'], retries.now),
      onEvents(document, ['visibilitychange'], () => {
        if (!document.hidden) retries.now();
      }),
      // A page that has loaded data has reached the server.
      client.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
        if (isRead) retries.onSignal();
      }),
    ];
    return () => {
      retries.stop();
      for (const stop of stopListening) stop();
    };
  }, [client, send, waits]);
}

function startRetries(send: Try) {
  let failures = 0;
  let trouble: Trouble = 'unreachable';
  let isTrying = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;

  function waitForNext(): void {
    if (isOver) return;
    const tries = { failures: Math.max(failures, 1), trouble, isHidden: document.hidden };
    timer = setTimeout(now, retryPause({ ...tries, random: Math.random() }));
  }

  function now(): void {
    if (isTrying || isOver) return;
    isTrying = true;
    clearTimeout(timer);
    void send().then((kept) => {
      isTrying = false;
      failures = kept === trouble || failures === 0 ? failures + 1 : 1;
      trouble = kept ?? 'unreachable';
      waitForNext();
    });
  }

  waitForNext();
  return {
    now,
    /** A busy server is not retried early: it was reachable all the time. */
    onSignal: () => {
      if (trouble === 'unreachable') now();
    },
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function onEvents(target: EventTarget, names: readonly string[], listener: () => void): () => void {
  for (const name of names) target.addEventListener(name, listener);
  return () => {
    for (const name of names) target.removeEventListener(name, listener);
  };
}
