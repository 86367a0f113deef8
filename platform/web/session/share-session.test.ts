import { expect, test } from 'vitest';
import { personOf, SIGNED_IN_LOCK, signedOut } from './session-fields.ts';
import { SIGNED_OUT_KEY } from './session-store.ts';
import { answerOtherTabs, askOtherTabs, type Browser, choosePerson } from './share-session.ts';
import { memoryStorage, rachel, storeInMemory } from './testing.ts';

/** A browser whose tabs share channels, locks and the persistent storage. */
function startBrowser({ hasLocks = true } = {}) {
  const channels = new Set<BroadcastChannel>();
  const held: { name: string }[] = [];
  const said: string[] = [];
  const persistent = memoryStorage();
  const openChannel = () => {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage: (data: unknown) => {
        said.push(JSON.stringify(data));
        for (const other of channels) {
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data } as MessageEvent));
        }
      },
      close: () => void channels.delete(channel),
    } as BroadcastChannel;
    channels.add(channel);
    return channel;
  };
  const locks = {
    request: async (name: string, _options: LockOptions, use: () => Promise<void>) => {
      const lock = { name };
      held.push(lock);
      await use();
      held.splice(held.indexOf(lock), 1);
    },
  };
  const browser = { openChannel, locks: hasLocks ? locks : undefined } as unknown as Browser;
  const people = () => (hasLocks ? held.map(({ name }) => name.slice(SIGNED_IN_LOCK.length)) : null);
  const openTab = async (pathname = '/') => {
    const tab = storeInMemory(memoryStorage(), persistent);
    tab.store.authenticate();
    await askOtherTabs(tab.store, browser, { people: people(), pathname });
    return { ...tab, stop: answerOtherTabs(tab.store, browser) };
  };
  return { openTab, openChannel, people, browser, persistent, said };
}

test.each([true, false])('a new tab takes over the session of another one (locks: %s)', async (hasLocks) => {
  const { openTab, persistent } = startBrowser({ hasLocks });
  const first = await openTab();
  first.store.signIn('customer', rachel);
  const second = await openTab();
  expect(second.store.getState()).toEqual(first.store.getState());
  expect(persistent.kept.size).toBe(0);
  first.stop();
  expect((await openTab()).store.getState().id).toBe(rachel.id);
});

test('a new tab is signed out after the last tab has been closed, and asks nobody', async () => {
  const { openTab, said } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  first.stop();
  await new Promise((next) => setTimeout(next));
  expect((await openTab()).store.getState()).toEqual(signedOut);
  expect(said).toEqual([]);
});

test('nobody answers once they have signed out', async () => {
  const { openTab, said } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  first.store.signOut();
  await new Promise((next) => setTimeout(next));
  expect((await openTab()).store.getState()).toEqual(signedOut);
  expect(said).toEqual([]);
});

test('a tab that is signed in keeps its own session', async () => {
  const { openTab } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  const second = await openTab();
  second.store.signIn('cleaner', { jwt: 'other', id: 'mei' });
  second.store.adopt(first.store.getState());
  expect(second.store.getState().id).toBe('mei');
});

const admin = { jwt: 'of the office', id: 'joanne' };

test.each([true, false])(
  'a new tab is signed in as the person whom its page is for (locks: %s)',
  async (hasLocks) => {
    const { openTab } = startBrowser({ hasLocks });
    const [first, second] = [await openTab(), await openTab()];
    first.store.signIn('customer', rachel);
    second.store.signIn('admin', admin);
    expect((await openTab('/admin/jobs')).store.getState()).toMatchObject({ type: 'admin', id: 'joanne' });
    expect((await openTab('/dashboard')).store.getState().id).toBe(rachel.id);
    expect((await openTab('/cleaner/past')).store.getState()).toEqual(signedOut);
  },
);

test.each([
  ['one person in several tabs', ['customer rachel', 'customer rachel'], '/', 'customer rachel'],
  ['one person, on a page of another role', ['admin joanne'], '/dashboard', 'admin joanne'],
  ['two roles, on a page of the office', ['customer rachel', 'admin joanne'], '/admin', 'admin joanne'],
  ['two roles, on a page of a cleaner', ['customer rachel', 'cleaner mei'], '/cleaner/past', 'cleaner mei'],
  ['two roles, on a public page', ['admin joanne', 'customer rachel'], '/pricing', 'customer rachel'],
  ['two roles, on a page of a third', ['admin joanne', 'customer rachel'], '/cleaner', null],
  ['two customers', ['customer rachel', 'customer kai'], '/dashboard', null],
  [
    'a public page whose path begins like an area',
    ['admin joanne', 'customer rachel'],
    '/cleaners',
    'customer rachel',
  ],
  ['nobody', [], '/dashboard', null],
])('chooses whose session to take over: %s', (_case, people, pathname, chosen) => {
  expect(choosePerson(people, pathname)).toBe(chosen);
});

test('a tab that is used by another person meanwhile no longer stands for the first one', async () => {
  const { openTab, people } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  first.store.signIn('admin', admin);
  await new Promise((next) => setTimeout(next));
  expect(people()).toEqual(['admin joanne']);
  expect((await openTab()).store.getState().id).toBe('joanne');
});

test('a session whose person signs out while it is on its way to a new tab is not taken over', async () => {
  const { openChannel, browser } = startBrowser();
  const leaving = storeInMemory();
  leaving.store.signIn('customer', rachel);
  const shared = JSON.stringify(leaving.store.getState());
  const next = storeInMemory();
  const channel = openChannel();
  channel.onmessage = ({ data }) => {
    // The browser may deliver the sign-out before the reply.
    const newValue = personOf(leaving.store.getState());
    leaving.store.signOut();
    next.store.onStorageEvent({ key: SIGNED_OUT_KEY, newValue });
    channel.postMessage({ reply: data.ask, session: shared });
  };
  await askOtherTabs(next.store, browser, { people: [`customer ${rachel.id}`], pathname: '/' });
  expect(next.store.getState()).toEqual(signedOut);
  expect(next.tab.kept.size).toBe(0);
});

test('several new tabs that ask at once each get their own answer', async () => {
  const { openTab, said } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  const tabs = await Promise.all([openTab(), openTab(), openTab()]);
  expect(tabs.map(({ store }) => store.getState().id)).toEqual([rachel.id, rachel.id, rachel.id]);
  expect(said.filter((text) => text.includes('session')).length).toBe(3);
});

test('nothing that a tab answers is written where it would outlive the tab', async () => {
  const { openChannel, browser, persistent } = startBrowser();
  const channel = openChannel();
  // As an earlier or later version of the app might answer.
  channel.onmessage = ({ data }) => {
    const session = JSON.stringify({ ...rachel, staySignedIn: true });
    channel.postMessage({ reply: data.ask, session });
  };
  const { store, tab } = storeInMemory(memoryStorage(), persistent);
  await askOtherTabs(store, browser, { people: [`customer ${rachel.id}`], pathname: '/' });
  expect(store.getState()).toMatchObject({ id: rachel.id, staySignedIn: false });
  expect([tab.kept.size, persistent.kept.size]).toEqual([1, 0]);
});

test('anything else on the channel is ignored', async () => {
  const { openTab, openChannel, browser, said } = startBrowser();
  const first = await openTab();
  first.store.signIn('customer', rachel);
  const stranger = openChannel();
  const before = said.length;
  for (const data of [null, 'ask', 7, {}, { ask: 1 }, { ask: 'x', person: 'customer kai' }])
    stranger.postMessage(data);
  await new Promise((next) => setTimeout(next));
  expect(said.length - before).toBe(6);

  first.stop();
  stranger.onmessage = ({ data }) => {
    const reply = (session: unknown, to = data.ask) => stranger.postMessage({ reply: to, session });
    stranger.postMessage(null);
    reply(JSON.stringify({ ...rachel, jwt: 'foreign' }), 'another question');
    reply('{"jwt":"half');
    reply({ ...rachel });
    reply(JSON.stringify({ ...rachel, id: 'kai' }));
    reply(JSON.stringify(rachel));
  };
  const { store } = storeInMemory();
  await askOtherTabs(store, browser, { people: [`customer ${rachel.id}`], pathname: '/' });
  expect(store.getState()).toMatchObject({ id: rachel.id, jwt: rachel.jwt });
});
