import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ShownEvent } from './live-queries.ts';

/** Each wait after a failure is twice the one before, up to the longest. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Without a key or a pointer for this long, nobody is looking: the session may then end as if the page were closed. */
const IDLE_AFTER_MS = 20 * 60_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

interface LiveStreamOptions {
  readonly url: string;
  readonly headers: () => Record<string, string>;
  readonly onEvent: (event: ShownEvent) => void;
}

/**
 * Follows the server's live events while the page is visible and in use; otherwise browsers, which allow six connections
 * to a site, would run out of them. A new connection resumes after the last event of the one before.
 * @returns a function that stops it
 */
export function followLiveStream(options: LiveStreamOptions): () => void {
  const stopping = new AbortController();
  let connection: AbortController | null = null;
  let lastInput = Date.now();
  let lastId = '';
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const isWanted = () => document.visibilityState === 'visible' && Date.now() - lastInput < IDLE_AFTER_MS;

  function update(): void {
    if (!isWanted()) connection?.abort();
    else if (connection === null && waiting === undefined) void connect();
  }

  async function connect(): Promise<void> {
    const current = new AbortController();
    connection = current;
    try {
      await read(current.signal);
    } catch {
      // Offline, refused or stopped: update decides whether to try again.
    }
    connection = null;
    if (stopping.signal.aborted) return;
    if (current.signal.aborted) return update();
    failures += 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    waiting = setTimeout(
      () => {
        waiting = undefined;
        update();
      },
      wait * (0.5 + Math.random() / 2),
    ); // not all clients of a restarted server at once
  }

  async function read(signal: AbortSignal): Promise<void> {
    const headers = { ...options.headers(), ...(lastId === '' ? {} : { 'Last-Event-ID': lastId }) };
    const response = await fetch(options.url, { headers, signal });
    if (response.status === 401) return stop(); // the session has ended: a new one follows its own stream
    if (!response.ok || response.body === null) throw new Error(`Live events: ${response.status}`);
    const events = response.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done, value } = await events.read();
      if (done) return;
      failures = 0;
      if (value.id !== undefined) lastId = value.id;
      if (value.event === undefined) options.onEvent(JSON.parse(value.data) as ShownEvent);
    }
  }

  const { signal } = stopping;
  const onInput = () => {
    lastInput = Date.now();
    update();
  };
  for (const input of INPUTS) window.addEventListener(input, onInput, { signal, passive: true });
  document.addEventListener('visibilitychange', update, { signal });
  window.addEventListener('online', onInput, { signal });
  const idleCheck = setInterval(update, 60_000);
  update();
  return stop;

  function stop(): void {
    stopping.abort();
    connection?.abort();
    clearTimeout(waiting);
    clearInterval(idleCheck);
  }
}
