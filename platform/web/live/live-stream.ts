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
  /** The windows of one browser that may share a connection: those of one person. */
  readonly group: string;
  readonly onEvent: (event: ShownEvent) => void;
}

/** What windows tell each other: an event from the server, or where they are. */
type Told =
  | { readonly id: string; readonly event: ShownEvent | null }
  | { readonly isBehind: string }
  | { readonly newestID: string };

/**
 * Follows the server's live events while the page is visible and in use. Browsers allow six connections to a site without
 * HTTP/2, so one window of a browser connects and passes the events on; when it is hidden or closed, another one takes
 * over. A new connection resumes after the last event of the one before.
 * @returns a function that stops it
 */
export function followLiveStream({ url, headers, group, onEvent }: LiveStreamOptions): () => void {
  const stopping = new AbortController();
  const name = `kemas-live ${group}`;
  const channel = new BroadcastChannel(name);
  /** While this window waits for its turn to connect, or is connected. */
  let turn: AbortController | null = null;
  let isConnected = false;
  let lastInput = Date.now();
  let lastID = '';
  let failures = 0;
  /** Something happened while nobody looked at this window. */
  let hasMissed = false;

  const isWanted = () => document.visibilityState === 'visible' && Date.now() - lastInput < IDLE_AFTER_MS;
  const tell = (told: Told) => channel.postMessage(told);

  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('isBehind' in data) {
      if (isConnected && lastID !== '') tell({ newestID: lastID });
    } else if ('newestID' in data) {
      // A window that was suspended has missed events.
      if (lastID !== '' && Number(lastID) < Number(data.newestID)) onEvent({ topic: '*' });
      lastID = data.newestID;
    } else if (!isConnected) take(data.id, data.event);
  };

  function take(id: string, event: ShownEvent | null): void {
    if (id !== '') lastID = id;
    if (event === null) return;
    // Hidden windows do not all read again at each event, but once when somebody looks.
    if (isWanted()) onEvent(event);
    else hasMissed = true;
  }

  function update(): void {
    if (!isWanted()) {
      turn?.abort();
      turn = null;
      return;
    }
    if (hasMissed) {
      hasMissed = false;
      onEvent({ topic: '*' });
    }
    if (turn === null) void waitForTurn();
  }

  async function waitForTurn(): Promise<void> {
    const current = new AbortController();
    turn = current;
    const { signal } = current;
    tell({ isBehind: lastID });
    // Locks need a secure context: on plain http each window has its own connection.
    const { locks } = navigator;
    // Rejects when it is aborted before its turn.
    await (locks?.request(name, { signal }, () => stayConnected(signal)) ?? stayConnected(signal)).catch(
      () => undefined,
    );
  }

  async function stayConnected(signal: AbortSignal): Promise<void> {
    isConnected = true;
    while (!signal.aborted) {
      try {
        await read(signal);
      } catch {
        // Offline, refused or stopped: the loop decides whether to try again.
      }
      if (signal.aborted) break;
      failures += 1;
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
      await pause(wait * (0.5 + Math.random() / 2), signal); // not all clients of a restarted server at once
    }
    isConnected = false;
  }

  async function read(signal: AbortSignal): Promise<void> {
    const resumed = lastID === '' ? {} : { 'Last-Event-ID': lastID };
    const response = await fetch(url, { headers: { ...headers(), ...resumed }, signal });
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
      const { id = '' } = value;
      const event = value.event === undefined ? (JSON.parse(value.data) as ShownEvent) : null;
      take(id, event);
      tell({ id, event });
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
    turn?.abort();
    channel.close();
    clearInterval(idleCheck);
  }
}

/** Ends early when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
