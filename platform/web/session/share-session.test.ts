import { expect, test } from 'vitest';
import { signedOut } from './session-fields.ts';
import { answerOtherTabs, askOtherTabs, type Browser } from './share-session.ts';
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
    query: async () => ({ held: [...held], pending: [] }),
    request: async (name: string, _options: LockOptions, use: () => Promise<void>) => {
      const lock = { name };
      held.push(lock);
      await use();
      held.splice(held.indexOf(lock), 1);
    },
  };
  const browser = { openChannel, locks: hasLocks ? locks : undefined } as unknown as Browser;
  const openTab = async () => {
    const tab = storeInMemory(memoryStorage(), persistent);
    tab.store.authenticate();
    await askOtherTabs(tab.store, browser);
    return { ...tab, stop: answerOtherTabs(tab.store, browser) };
  };
  return { openTab, persistent, said };
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
