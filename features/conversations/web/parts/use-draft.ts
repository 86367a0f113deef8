import { useState } from 'react';
import { safeStorage } from '#platform/web/session/safe-storage.ts';

const storage = safeStorage(() => window.sessionStorage);

/** What is typed, kept in this tab until it is sent: a reload loses nothing. */
export function useDraft(jobId: string) {
  const key = `kemas-thread ${jobId}`;
  const [text, setText] = useState(() => storage.getItem(key) ?? '');
  return {
    text,
    set(next: string): void {
      setText(next);
      if (next === '') storage.removeItem(key);
      else storage.setItem(key, next);
    },
    /** It has arrived. What was typed since stays. */
    clear(sent: string): void {
      setText((now) => (now === sent ? '' : now));
      if (storage.getItem(key) === sent) storage.removeItem(key);
    },
  };
}
