import { describe, expect, test, vi } from 'vitest';
import { signedOut } from './session-fields.ts';
import { createSessionStore, SESSION_KEY, SIGNED_OUT_KEY } from './session-store.ts';
import { memoryStorage, rachel, storeInMemory } from './testing.ts';

describe('signing in', () => {
  test('stores the user data and marks the user signed in', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    expect(store.getState()).toEqual({ ...rachel, isSignedIn: true, isFBlogged: false, staySignedIn: false });
  });

  test('saves under the key params in session storage, unless staySignedIn is set', () => {
    const { store, tab, persistent, saved } = storeInMemory();
    store.signIn('customer', rachel);
    expect(saved(tab)).toMatchObject(rachel);
    expect(tab.kept.has('params')).toBe(true);
    expect(persistent.kept.size).toBe(0);
  });

  test('saves in persistent storage when staySignedIn is set', () => {
    const { store, tab, persistent, saved } = storeInMemory();
    store.signIn('customer', rachel, { staySignedIn: true });
    expect(saved(persistent)).toMatchObject({ ...rachel, staySignedIn: true });
    expect(tab.kept.size).toBe(0);
  });

  test('leaves nothing of the previous person in the other storage', () => {
    const { store, tab, reopen } = storeInMemory();
    store.signIn('customer', rachel);
    store.signIn('cleaner', { jwt: 'other', id: 'mei' }, { staySignedIn: true });
    expect(tab.kept.size).toBe(0);
    expect(reopen().authenticate()).toMatchObject({ type: 'cleaner', id: 'mei', fullname: null });
  });

  test('stores only the fields of a session', () => {
    const { store, tab, saved } = storeInMemory();
    store.signIn('customer', { ...rachel, mobile: '6591234567', passwordHash: 'x' });
    expect(saved(tab)).not.toHaveProperty('mobile');
    expect(saved(tab)).not.toHaveProperty('passwordHash');
  });

  test('the type is that of the sign-in, whatever the reply contains', () => {
    const { store } = storeInMemory();
    expect(store.signIn('customer', { ...rachel, type: 'admin' }).type).toBe('customer');
  });

  test('creditsLeft is a number even if it arrives as text', () => {
    const { store } = storeInMemory();
    expect(store.signIn('customer', { ...rachel, creditsLeft: '2.5' }).creditsLeft).toBe(2.5);
    expect(store.signIn('customer', { ...rachel, creditsLeft: 'many' }).creditsLeft).toBe(0);
  });

  test('a reply without a token does not sign in', () => {
    const { store } = storeInMemory();
    expect(() => store.signIn('customer', { id: 'x' })).toThrow();
    expect(store.getState()).toEqual(signedOut);
  });
});

describe('signing out', () => {
  test('clears all fields, marks the user signed out and empties both storages', () => {
    const { store, tab, persistent } = storeInMemory();
    store.signIn('customer', rachel, { staySignedIn: true });
    store.updateName({ firstname: 'Rae' });
    expect([tab.kept.has(SESSION_KEY), persistent.kept.has(SESSION_KEY)]).toEqual([true, true]);
    store.signOut();
    expect(store.getState()).toEqual(signedOut);
    expect([tab.kept.size, persistent.kept.size]).toEqual([0, 0]);
  });

  test('notifies once that the session ended, and why', () => {
    const { store } = storeInMemory();
    const ended = vi.fn();
    store.onEnd(ended);
    store.signIn('customer', rachel);
    store.signOut();
    store.signOut();
    expect(ended.mock.calls).toEqual([['signed-out', expect.objectContaining({ id: rachel.id })]]);
  });
});

describe('starting up', () => {
  test('nobody is signed in before authenticate is dispatched', () => {
    const { store, reopen } = storeInMemory();
    store.signIn('customer', rachel);
    expect(reopen().getState()).toEqual(signedOut);
  });

  test('starting up restores the session from the session storage', () => {
    const { store, reopen } = storeInMemory();
    store.signIn('customer', rachel, { isFBlogged: true });
    expect(reopen().authenticate()).toEqual(store.getState());
  });

  test('session storage comes before persistent storage', () => {
    const { tab, persistent, store } = storeInMemory();
    tab.setItem(SESSION_KEY, JSON.stringify({ ...rachel, id: 'in the tab' }));
    persistent.setItem(SESSION_KEY, JSON.stringify({ ...rachel, id: 'kept' }));
    expect(store.authenticate().id).toBe('in the tab');
  });

  test('restores from persistent storage when session storage is empty', () => {
    const { store, reopen } = storeInMemory();
    store.signIn('cleaner', rachel, { staySignedIn: true });
    expect(reopen().authenticate()).toMatchObject({ isSignedIn: true, type: 'cleaner', staySignedIn: true });
  });

  test('clears the user when nothing is stored', () => {
    const { store } = storeInMemory();
    expect(store.authenticate()).toEqual(signedOut);
  });

  test.each([
    'not json',
    '{"jwt":"half',
    '',
    'null',
    '42',
    '"text"',
    '[]',
    '[{"jwt":"a","id":"b","type":"customer"}]',
    '{}',
    '{"jwt":"a","id":"b","type":"owner"}',
    '{"jwt":"","id":"b","type":"customer"}',
    '{"jwt":{"a":1},"id":"b","type":"customer"}',
    '{"jwt":"a","id":"b","type":"customer","isSignedIn":false}',
  ])('clears the user when the stored value is %j', (text) => {
    const { store, tab, persistent } = storeInMemory();
    tab.setItem(SESSION_KEY, text);
    persistent.setItem(SESSION_KEY, text);
    expect(store.authenticate()).toEqual(signedOut);
    expect([tab.kept.size, persistent.kept.size]).toEqual([0, 0]);
  });
});

describe('updates', () => {
  test('a credit update adds the incoming creditsLeft to the balance and replaces other fields', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store.updateCredit({ creditsLeft: -4, creditCardLast4: '1881' });
    expect(store.getState()).toMatchObject({ creditsLeft: 13, creditCardLast4: '1881', firstname: 'Rachel' });
    store.updateCredit({ creditsLeft: '2.5' });
    expect(store.getState().creditsLeft).toBe(15.5);
    store.updateCredit({ email: 'r@example.sg' });
    expect(store.getState()).toMatchObject({ creditsLeft: 15.5, email: 'r@example.sg' });
  });

  test('a card update replaces fields', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store.updateCard({ creditCardLast4: '1881', creditCardExpiryMonth: 12, creditCardExpiryYear: 2031 });
    expect(store.getState()).toMatchObject({
      creditCardLast4: '1881',
      creditCardExpiryMonth: '12',
      creditCardExpiryYear: '2031',
      creditsLeft: 17,
    });
  });

  test('a credit-info update replaces fields, the balance too', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store.updateCreditInfo({ creditsLeft: 3 });
    expect(store.getState().creditsLeft).toBe(3);
  });

  test('a name update writes to both storages', () => {
    const { store, tab, persistent, saved } = storeInMemory();
    store.signIn('customer', rachel);
    store.updateName({ firstname: 'Rae', lastname: 'Ong', fullname: 'Rae Ong' });
    expect(saved(tab)).toMatchObject({ fullname: 'Rae Ong' });
    expect(saved(persistent)).toEqual({ firstname: 'Rae', lastname: 'Ong', fullname: 'Rae Ong' });
  });

  test('a name update leaves no token where it outlives the tab, nor a second one in the tab', () => {
    const inTab = storeInMemory();
    inTab.store.signIn('customer', rachel);
    inTab.store.updateName({ firstname: 'Rae' });
    inTab.store.updateCredit({ creditsLeft: 1 });
    expect(inTab.persistent.getItem(SESSION_KEY)).not.toContain(rachel.jwt);
    const nextTab = storeInMemory(memoryStorage(), inTab.persistent);
    expect(nextTab.store.authenticate()).toEqual(signedOut);

    const staying = storeInMemory();
    staying.store.signIn('customer', rachel, { staySignedIn: true });
    staying.store.updateName({ firstname: 'Rae' });
    expect(staying.tab.getItem(SESSION_KEY)).not.toContain(rachel.jwt);
    expect(staying.reopen().authenticate()).toMatchObject({ jwt: rachel.jwt, firstname: 'Rae' });
  });

  test('a token that an earlier version left in persistent storage is not used, and removed', () => {
    const { store, tab, persistent } = storeInMemory();
    store.signIn('customer', rachel);
    persistent.setItem(SESSION_KEY, tab.getItem(SESSION_KEY) ?? '');
    expect(store.authenticate()).toMatchObject({ id: rachel.id });
    expect(persistent.kept.size).toBe(0);
    persistent.setItem(SESSION_KEY, tab.getItem(SESSION_KEY) ?? '');
    expect(storeInMemory(memoryStorage(), persistent).store.authenticate()).toEqual(signedOut);
    expect(persistent.kept.size).toBe(0);
  });

  test.each(['updateCreditInfo', 'updateName'] as const)('%s never replaces the token', (update) => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store[update]({ ...rachel, jwt: 'another', email: 'new@example.sg', creditsLeft: 2, trash: 0 });
    expect(store.getState()).toMatchObject({ jwt: rachel.jwt, email: 'new@example.sg', creditsLeft: 2 });
  });

  test('an update is still there after a reload, whichever storage answers first', () => {
    const { store, reopen } = storeInMemory();
    store.signIn('customer', rachel, { staySignedIn: true });
    store.updateName({ firstname: 'Rae' });
    store.updateCredit({ creditsLeft: -1 });
    expect(reopen().authenticate()).toMatchObject({ firstname: 'Rae', creditsLeft: 16, staySignedIn: true });
  });

  test('ignores updates while nobody is signed in', () => {
    const { store, tab, persistent } = storeInMemory();
    store.updateName({ firstname: 'Rae' });
    store.updateCredit({ creditsLeft: 5 });
    expect(store.getState()).toEqual(signedOut);
    expect([tab.kept.size, persistent.kept.size]).toEqual([0, 0]);
  });
});

describe('several tabs', () => {
  test('a sign-out in one tab signs the same person out in another', () => {
    const persistent = memoryStorage();
    const here = storeInMemory(memoryStorage(), persistent);
    const there = storeInMemory(memoryStorage(), persistent);
    here.store.signIn('customer', rachel, { staySignedIn: true });
    there.store.authenticate();
    const ended = vi.fn();
    there.store.onEnd(ended);
    here.store.signOut();
    there.store.onStorageEvent({ key: SESSION_KEY, newValue: null });
    expect(there.store.getState()).toEqual(signedOut);
    expect(ended.mock.calls).toEqual([['elsewhere', expect.objectContaining({ id: rachel.id })]]);
  });

  test('also if each tab has its own session storage', () => {
    const persistent = memoryStorage();
    const said: string[] = [];
    const listening = {
      ...persistent,
      setItem: (key: string, value: string) => void said.push(`${key}=${value}`),
    };
    const here = createSessionStore({ tab: memoryStorage(), persistent: listening });
    here.signIn('customer', rachel);
    here.signOut();
    expect(said).toEqual([`${SIGNED_OUT_KEY}=customer ${rachel.id}`]);
    expect(said.join()).not.toContain(rachel.jwt);
    const there = storeInMemory();
    there.store.signIn('customer', rachel);
    there.store.onStorageEvent({ key: SIGNED_OUT_KEY, newValue: `customer ${rachel.id}` });
    expect(there.store.getState().isSignedIn).toBe(false);
  });

  test('another person in another tab stays signed in', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store.onStorageEvent({ key: SIGNED_OUT_KEY, newValue: 'admin someone' });
    store.onStorageEvent({ key: 'something else', newValue: null });
    expect(store.getState().isSignedIn).toBe(true);
  });

  test('storage cleared by the browser signs out', () => {
    const { store } = storeInMemory();
    store.signIn('customer', rachel);
    store.onStorageEvent({ key: null, newValue: null });
    expect(store.getState()).toEqual(signedOut);
  });

  test('a tab without a session adopts a persistent one', () => {
    const persistent = memoryStorage();
    const here = storeInMemory(memoryStorage(), persistent);
    const there = storeInMemory(memoryStorage(), persistent);
    there.store.authenticate();
    here.store.signIn('customer', rachel, { staySignedIn: true });
    there.store.onStorageEvent({ key: SESSION_KEY, newValue: persistent.getItem(SESSION_KEY) });
    expect(there.store.getState().id).toBe(rachel.id);
  });
});

test('storage that throws does not stop anyone from signing in and out', () => {
  const refuse = () => {
    throw new Error('The quota has been exceeded.');
  };
  const broken = { getItem: refuse, setItem: refuse, removeItem: refuse };
  const store = createSessionStore({ tab: broken, persistent: broken });
  expect(store.authenticate()).toEqual(signedOut);
  store.signIn('customer', rachel, { staySignedIn: true });
  store.updateName({ firstname: 'Rae' });
  expect(store.getState()).toMatchObject({ isSignedIn: true, firstname: 'Rae' });
  store.signOut();
  expect(store.getState()).toEqual(signedOut);
});

test('listeners are notified of every change until they unsubscribe', () => {
  const { store } = storeInMemory();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.signIn('customer', rachel);
  store.signOut();
  leave();
  store.signIn('customer', rachel);
  expect(listener).toHaveBeenCalledTimes(2);
});
