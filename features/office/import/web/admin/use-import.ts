import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { sendCall } from '#platform/web/api/queries.ts';
import * as calls from '../../contract.ts';
import type { Kind } from '../../rules/fields.ts';
import type { Source } from '../../rules/sources.ts';
import type { ReadPerson } from './check-rows.ts';

export interface ImportRequest {
  readonly kind: Kind;
  readonly source: Source;
  readonly filename: string;
  readonly people: readonly ReadPerson[];
}

interface Refused {
  readonly row: number;
  readonly reason: string;
}

export interface ImportProgress {
  readonly total: number;
  readonly sent: number;
  readonly created: number;
  readonly skipped: number;
  /** Rows that the server refused. */
  readonly refused: readonly Refused[];
  readonly state: 'running' | 'paused' | 'finished' | 'cancelled';
  /** Why it is paused. */
  readonly problem: string | null;
}

interface Running {
  readonly request: ImportRequest;
  readonly id: string;
}

/** Sends the people of a file in chunks, one after another, until the end, Cancel or an error, after which it goes on. */
export function useImport() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const running = useRef<Running | null>(null);
  const isCancelled = useRef(false);
  const isOpen = progress?.state === 'running' || progress?.state === 'paused';
  useWarnBeforeLeaving(isOpen);

  const refresh = () =>
    Promise.all(
      ['/imports', '/customers', '/cleaners'].map((path) => client.invalidateQueries({ queryKey: [path] })),
    );

  async function start(request: ImportRequest) {
    isCancelled.current = false;
    running.current = null;
    await send(request, NOTHING_SENT(request.people.length));
  }

  async function send(request: ImportRequest, from: ImportProgress) {
    let now: ImportProgress = { ...from, state: 'running', problem: null };
    setProgress(now);
    try {
      const { id } = running.current ?? (await begin(request));
      running.current = { request, id };
      while (now.sent < request.people.length && !isCancelled.current) {
        now = await sendChunk(running.current, now);
        setProgress(now);
      }
      const cancelled = isCancelled.current;
      await sendCall(calls.endImport, { params: { id }, body: { cancelled } });
      now = { ...now, state: cancelled ? 'cancelled' : 'finished' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isOver = error.code === 'import_ended';
      now = { ...now, state: isOver ? 'cancelled' : 'paused', problem: error.message };
    }
    setProgress(now);
    await refresh();
  }

  const goOn = () => {
    if (running.current && progress) void send(running.current.request, progress);
  };
  const cancel = () => {
    isCancelled.current = true;
    if (progress?.state === 'paused') goOn();
  };
  const clear = () => setProgress(null);
  return { progress, start, cancel, goOn, clear, mayGoOn: running.current !== null };
}

const NOTHING_SENT = (total: number): ImportProgress => ({
  total,
  sent: 0,
  created: 0,
  skipped: 0,
  refused: [],
  state: 'running',
  problem: null,
});

function begin({ kind, source, filename, people }: ImportRequest) {
  return sendCall(calls.startImport, { body: { kind, source, filename, total: people.length } });
}

/** Sends the next people; those whose text the server refuses are left out, and reported. */
async function sendChunk({ request, id }: Running, from: ImportProgress): Promise<ImportProgress> {
  const some = request.people.slice(from.sent, from.sent + calls.PEOPLE_AT_ONCE);
  let rest = some;
  let refused: readonly Refused[] = [];
  for (;;) {
    try {
      const { created, skipped } = rest.length === 0 ? from : await sendPeople(request.kind, id, rest);
      const all = [...from.refused, ...refused];
      return { ...from, sent: from.sent + some.length, created, skipped, refused: all };
    } catch (error) {
      const wrong = error instanceof ApiError ? wrongPeople(error) : new Map<number, string>();
      if (wrong.size === 0) throw error;
      const reasons = [...wrong].map(([index, reason]) => ({ row: rest[index]?.row ?? 0, reason }));
      refused = [...refused, ...reasons];
      rest = rest.filter((_, index) => !wrong.has(index));
    }
  }
}

function sendPeople(kind: Kind, id: string, people: readonly ReadPerson[]): Promise<calls.Batch> {
  // The rows were checked by the schemas of these routes (check-rows.ts).
  const input = { params: { id }, body: { people: people as never } };
  return kind === 'customers'
    ? sendCall(calls.importCustomers, input)
    : sendCall(calls.importCleaners, input);
}

/** The positions that a refusal names: `people.3.person.firstname`. */
function wrongPeople({ code, errors }: ApiError): Map<number, string> {
  const wrong = new Map<number, string>();
  if (code !== 'invalid') return wrong;
  for (const { path, message } of errors) {
    const index = /^people\.(\d+)\./.exec(path)?.[1];
    if (index !== undefined) wrong.set(Number(index), message);
  }
  return wrong;
}

/** Closing the tab ends the import where it is. */
function useWarnBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
