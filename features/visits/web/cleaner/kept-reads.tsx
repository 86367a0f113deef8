import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { listUnavailableDates } from '#features/schedule/contract.ts';
import { createReadStore } from '#platform/web/api/read-store.ts';
import { keepClock } from '#platform/web/kept-clock.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { getVisitRecord } from '../../contract/visit-day.ts';
import { clockVisit } from '../../rules/policy.ts';
import { LoadingJobs } from './both.tsx';

/** The name of the page's first script changes with every build. */
const build = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
/** What a cleaner needs at the door. */
const reads = [listJobs, getJob, getVisitRecord, listUnavailableDates];
const store = createReadStore({ reads, build });

// The next person on this phone finds nothing of it.
session.onEnd(() => void store.forget());

/** The phone's database may take a moment, but not keep anybody waiting. ms. */
const PATIENCE_MS = 1500;

/** Stands around the cleaner's pages: what was read on this phone before is there at once, with signal or without. */
export function KeptReads({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const of = useOwnId(clockVisit);
  const [readyFor, setReadyFor] = useState<string | null>(null);
  useEffect(keepClock, []);
  useEffect(() => {
    if (of === null) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    const begin = () => {
      if (isOver || stop !== undefined) return;
      stop = store.follow(client, of);
      setReadyFor(of);
    };
    const patience = setTimeout(begin, PATIENCE_MS);
    void store.restore(client, of).then(begin);
    return () => {
      isOver = true;
      clearTimeout(patience);
      stop?.();
    };
  }, [client, of]);
  return readyFor === of ? children : <LoadingJobs />;
}
