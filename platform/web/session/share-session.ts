import { parseSession, SIGNED_IN_LOCK } from './session-fields.ts';
import type { SessionStore } from './session-store.ts';

/**
 * A session that ends with the browser is in the storage of its tab, which a new tab does not see. So a new tab asks the
 * others, and no token is ever written where it would outlive them.
 */
const CHANNEL = 'kemas-session';
/** A tab in the background may be slow, but not gone: it holds the lock. */
const LONGEST_WAIT_MS = 1000;
/** On plain http there are no locks, and every visitor waits this long. */
const WAIT_WITHOUT_LOCKS_MS = 150;

interface Question {
  readonly ask: string;
}

interface Reply {
  readonly reply: string;
  /** As in the storage. */
  readonly session: string;
}

export interface Browser {
  readonly openChannel: () => BroadcastChannel;
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined;
}

export const thisBrowser = (): Browser => ({
  openChannel: () => new BroadcastChannel(CHANNEL),
  locks: navigator.locks,
});

/** Takes over the session of another tab, if nobody is signed in here and there is one. */
export async function askOtherTabs(store: SessionStore, { openChannel, locks }: Browser): Promise<void> {
  if (store.getState().isSignedIn) return;
  const held = (await locks?.query().catch(() => null))?.held;
  if (held && !held.some(({ name }) => name === SIGNED_IN_LOCK)) return;
  const channel = openChannel();
  const question: Question = { ask: crypto.randomUUID() };
  const answered = Promise.withResolvers<void>();
  channel.onmessage = ({ data }: MessageEvent<Partial<Reply>>) => {
    if (data.reply !== question.ask || typeof data.session !== 'string') return;
    const session = parseSession(data.session);
    if (session !== null) store.adopt(session);
    answered.resolve();
  };
  channel.postMessage(question);
  setTimeout(answered.resolve, held ? LONGEST_WAIT_MS : WAIT_WITHOUT_LOCKS_MS);
  await answered.promise;
  channel.close();
}

/** Answers new tabs for as long as somebody is signed in here. Returns a function that stops. */
export function answerOtherTabs(store: SessionStore, { openChannel, locks }: Browser): () => void {
  const channel = openChannel();
  let release: AbortController | null = null;
  const isShared = () => store.getState().isSignedIn && !store.getState().staySignedIn;
  channel.onmessage = ({ data }: MessageEvent<Partial<Question>>) => {
    if (typeof data.ask !== 'string' || !isShared()) return;
    const reply: Reply = { reply: data.ask, session: JSON.stringify(store.getState()) };
    channel.postMessage(reply);
  };
  const update = () => {
    if (isShared() && release === null) release = hold(locks);
    else if (!isShared()) stopHolding();
  };
  const stopHolding = () => {
    release?.abort();
    release = null;
  };
  update();
  const unsubscribe = store.subscribe(update);
  return () => {
    unsubscribe();
    stopHolding();
    channel.close();
  };
}

/** Holds the lock, together with other tabs, until the returned controller aborts. */
function hold(locks: Browser['locks']): AbortController {
  const release = new AbortController();
  const { signal } = release;
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Rejects only when it is released before it was granted.
  void locks?.request(SIGNED_IN_LOCK, { mode: 'shared', signal }, () => released).catch(() => undefined);
  return release;
}
