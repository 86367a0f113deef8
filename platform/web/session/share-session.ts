import type { Role } from '../../kernel/actor.ts';
import { randomID } from '../random-id.ts';
import { parseSession, personOf, type Session, SIGNED_IN_LOCK } from './session-fields.ts';
import type { SessionStore } from './session-store.ts';

/**
 * A session that ends with the browser is in the storage of its tab, which a new tab does not see. So a new tab asks the
 * others, and no token is ever written where it would outlive them. Only pages of this site can read the channel.
 */
const CHANNEL = 'kemas-session';
/** A tab in the background may be slow, but not gone: it holds the lock. */
const LONGEST_WAIT_MS = 3000;
/** On plain http there are no locks, and every visitor waits this long. */
const WAIT_WITHOUT_LOCKS_MS = 150;

interface Question {
  readonly ask: string;
  /** Only tabs of this person answer; without one, all. */
  readonly person: string | null;
}

interface Reply {
  readonly reply: string;
  /** As in the storage. */
  readonly session: string;
}

export interface Browser {
  readonly openChannel: () => BroadcastChannel;
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

export const thisBrowser = (): Browser => ({
  openChannel: () => new BroadcastChannel(CHANNEL),
  locks: navigator.locks,
});

interface NewTab {
  /** Who is signed in in other tabs, possibly several times; null if unknown. */
  readonly people: readonly string[] | null;
  readonly pathname: string;
}

/** Takes over the session of another tab, if nobody is signed in here and there is one for this page. */
export async function askOtherTabs(
  store: SessionStore,
  { openChannel }: Pick<Browser, 'openChannel'>,
  { people, pathname }: NewTab,
): Promise<void> {
  if (store.getState().isSignedIn) return;
  const person = people && choosePerson(people, pathname);
  if (people && person === null) return;
  const channel = openChannel();
  const question: Question = { ask: randomID(), person };
  const replies = new Map<string, Session>();
  const answered = Promise.withResolvers<void>();
  channel.onmessage = ({ data }: MessageEvent<Partial<Reply> | null>) => {
    if (data?.reply !== question.ask || typeof data.session !== 'string') return;
    const session = parseSession(data.session);
    if (session === null || (person !== null && personOf(session) !== person)) return;
    replies.set(personOf(session), session);
    if (person !== null) answered.resolve();
  };
  channel.postMessage(question);
  const timer = setTimeout(answered.resolve, people ? LONGEST_WAIT_MS : WAIT_WITHOUT_LOCKS_MS);
  await answered.promise;
  clearTimeout(timer);
  channel.close();
  const session = replies.get(choosePerson([...replies.keys()], pathname) ?? '');
  if (session !== undefined) store.adopt(session);
}

/**
 * Whose session a new tab takes over: that of the only person, otherwise of the only one for whom the page is. Null if
 * it could be several people: nobody should find themselves signed in as somebody else.
 */
export function choosePerson(people: readonly string[], pathname: string): string | null {
  const all = [...new Set(people)];
  const role = roleOfPage(pathname);
  const [first, ...others] = all.length > 1 ? all.filter((person) => person.startsWith(`${role} `)) : all;
  return others.length > 0 ? null : (first ?? null);
}

function roleOfPage(pathname: string): Role {
  const [, area] = pathname.split('/');
  return area === 'admin' || area === 'cleaner' ? area : 'customer';
}

/** Answers new tabs for as long as somebody is signed in here. Returns a function that stops. */
export function answerOtherTabs(store: SessionStore, { openChannel, locks }: Browser): () => void {
  const channel = openChannel();
  let held: { readonly person: string; release(): void } | null = null;
  /** Whose session this tab shares. */
  const sharedPerson = () => {
    const state = store.getState();
    return state.isSignedIn && !state.staySignedIn ? personOf(state) : null;
  };
  channel.onmessage = ({ data }: MessageEvent<Partial<Question> | null>) => {
    const person = sharedPerson();
    if (typeof data?.ask !== 'string' || person === null || (data.person ?? person) !== person) return;
    const reply: Reply = { reply: data.ask, session: JSON.stringify(store.getState()) };
    channel.postMessage(reply);
  };
  const update = () => {
    const person = sharedPerson();
    if (person === (held?.person ?? null)) return;
    held?.release();
    held = person === null ? null : { person, release: hold(SIGNED_IN_LOCK + person, locks) };
  };
  update();
  const unsubscribe = store.subscribe(update);
  return () => {
    unsubscribe();
    held?.release();
    channel.close();
  };
}

/** Holds a lock, together with other tabs, until the returned function is called. */
function hold(name: string, locks: Browser['locks']): () => void {
  const release = new AbortController();
  const { signal } = release;
  const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // Rejects only when it is released before it was granted.
  void locks?.request(name, { mode: 'shared', signal }, () => released).catch(() => undefined);
  return () => release.abort();
}
