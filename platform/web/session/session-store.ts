import type { Role } from '../../kernel/actor.ts';
import { safeStorage, type TextStorage } from './safe-storage.ts';
import { fieldsOf, hoursOf, parseSession, personOf, type Session, signedOut } from './session-fields.ts';

/** The storage key of the session, in either storage. */
export const SESSION_KEY = 'params';
/** Written and removed immediately on sign-out, to notify the person's other tabs. Never contains a token. */
export const SIGNED_OUT_KEY = 'params-signed-out';

/** Why a session ended: signed out here, no longer known to the server, or ended by another tab. */
export type EndReason = 'signed-out' | 'expired' | 'elsewhere';

export type SignInOptions = { readonly staySignedIn?: boolean | undefined; readonly isFBlogged?: boolean };

export type SessionStore = {
  getState(): Session;
  subscribe(listener: () => void): () => void;
  /** Called once each time a session ends, with the ended session. */
  onEnd(listener: (reason: EndReason, ended: Session) => void): () => void;
  /** Startup: restores from the tab's storage, otherwise from the persistent one; otherwise clears the user. */
  authenticate(): Session;
  /**
   * Takes over the session of another tab of this browser, unless somebody is signed in here. Refused after a sign-out in
   * another tab, which the reply with this session may have crossed.
   */
  adopt(shared: Session): void;
  /** Stores the user data of a successful sign-in reply. @throws when the reply has no token or id. */
  signIn(type: Role, reply: object, options?: SignInOptions): Session;
  /** Clears all fields and both storages. */
  signOut(reason?: EndReason): void;
  /** Adds the incoming `creditsLeft` (a delta, in hours) to the balance and replaces the other fields. */
  updateCredit(change: object): void;
  updateCard(card: object): void;
  /** Replaces fields, including `creditsLeft` (an absolute balance); never the token. */
  updateCreditInfo(info: object): void;
  /** Replaces the name and writes it to both storages. The token stays in the one that holds the session. */
  updateName(name: object): void;
  /** Handles the browser's `storage` event about another tab. */
  onStorageEvent(event: Pick<StorageEvent, 'key' | 'newValue'>): void;
};

type Storages = { readonly tab: TextStorage; readonly persistent: TextStorage };

/** The session in memory and in the browser's two storages. */
function createKeptSession(storages: Storages) {
  const tab = safeStorage(() => storages.tab);
  const persistent = safeStorage(() => storages.persistent);
  const listeners = new Set<() => void>();
  const endListeners = new Set<(reason: EndReason, ended: Session) => void>();
  let state = signedOut;

  function become(next: Session): Session {
    state = next;
    for (const listener of listeners) listener();
    return next;
  }

  function save(next: Session): void {
    (next.staySignedIn ? persistent : tab).setItem(SESSION_KEY, JSON.stringify(next));
  }

  /** To the storage that the session is not in. Never the token: the tab's must not outlive the tab. */
  function saveNameInOther({ firstname, lastname, fullname, staySignedIn }: Session): void {
    const other = staySignedIn ? tab : persistent;
    other.setItem(SESSION_KEY, JSON.stringify({ firstname, lastname, fullname }));
  }

  /** Of the person who chose to stay signed in; anything else is a name, or was left by an earlier version. */
  function readKept(): Session | null {
    const kept = parseSession(persistent.getItem(SESSION_KEY));
    return kept?.staySignedIn ? kept : null;
  }

  const readTab = () => parseSession(tab.getItem(SESSION_KEY));

  function forget(): void {
    tab.removeItem(SESSION_KEY);
    persistent.removeItem(SESSION_KEY);
  }

  function clear(reason: EndReason): Session {
    const before = state;
    forget();
    become(signedOut);
    if (!before.isSignedIn) return state;
    if (reason !== 'elsewhere') {
      persistent.setItem(SIGNED_OUT_KEY, personOf(before));
      persistent.removeItem(SIGNED_OUT_KEY);
    }
    for (const listener of endListeners) listener(reason, before);
    return state;
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => added(listeners, listener),
    onEnd: (listener: (reason: EndReason, ended: Session) => void) => added(endListeners, listener),
    isInTab: () => readTab() !== null,
    clear,
    restore(): Session {
      const stored = readTab() ?? readKept();
      if (stored === null) return clear('elsewhere');
      const isLeftover = !stored.staySignedIn && parseSession(persistent.getItem(SESSION_KEY)) !== null;
      if (isLeftover && readKept() === null) persistent.removeItem(SESSION_KEY);
      return become(stored);
    },
    begin(next: Session): Session {
      forget();
      save(become(next));
      return next;
    },
    /** In this tab only: nothing is written that would outlive it. */
    join(shared: Session): void {
      save(become({ ...shared, staySignedIn: false }));
    },
    change(fields: Partial<Session>): void {
      if (state.isSignedIn) save(become({ ...state, ...fields }));
    },
    changeName(fields: Partial<Session>): void {
      if (!state.isSignedIn) return;
      save(become({ ...state, ...fields }));
      saveNameInOther(state);
    },
  };
}

/** The client-side session, framework-independent. */
export function createSessionStore(storages: Storages): SessionStore {
  const { getState, subscribe, onEnd, isInTab, clear, restore, begin, join, change, changeName } =
    createKeptSession(storages);
  let hasEndedElsewhere = false;
  return {
    getState,
    subscribe,
    onEnd,
    authenticate: restore,
    adopt: (shared) => {
      if (!getState().isSignedIn && !hasEndedElsewhere) join(shared);
    },
    signIn(type, reply, { staySignedIn = false, isFBlogged = false } = {}) {
      const fields = fieldsOf(reply);
      if (!fields.jwt || !fields.id) throw new Error('The sign-in reply has no token or id');
      return begin({ ...signedOut, ...fields, type, isFBlogged, staySignedIn, isSignedIn: true });
    },
    signOut: (reason = 'signed-out') => {
      clear(reason);
    },
    updateCredit(given) {
      const { creditsLeft: _delta, ...others } = fieldsOf(given);
      const delta = hoursOf('creditsLeft' in given ? given.creditsLeft : 0) ?? 0;
      change({ ...others, creditsLeft: getState().creditsLeft + delta });
    },
    updateCard: (card) => change(fieldsOf(card)),
    updateCreditInfo: (info) => change(recordFields(info)),
    updateName: (name) => changeName(recordFields(name)),
    onStorageEvent({ key, newValue }) {
      const { isSignedIn } = getState();
      if (key === null || (key === SIGNED_OUT_KEY && newValue !== null)) hasEndedElsewhere = true;
      const endedThere = key === null || (key === SIGNED_OUT_KEY && newValue === personOf(getState()));
      if (endedThere && isSignedIn) clear('elsewhere');
      if (key !== SESSION_KEY || isInTab()) return;
      if (newValue !== null || isSignedIn) restore();
    },
  };
}

/** A record describes a person rather than a session, so it never replaces the token. */
function recordFields(record: object): Partial<Session> {
  const { jwt: _jwt, ...fields } = fieldsOf(record);
  return fields;
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
