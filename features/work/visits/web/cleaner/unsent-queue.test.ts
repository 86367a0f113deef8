import { expect, test } from 'vitest';
import { memoryStorage } from '#platform/web/session/testing.ts';
import { type Batch, idempotencyKeyOf, reportOf, type Unsent } from './unsent-items.ts';
import { createUnsentQueue, type Outcome } from './unsent-queue.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 1, minute)).toISOString();
const tick = (lineID: string, minute: number, done = true, jobID = 'toa-payoh'): Unsent => ({
  act: 'tick',
  jobID,
  lineID,
  done,
  at: at(minute),
});
const clocking = (act: 'start' | 'finish', minute: number, jobID = 'toa-payoh'): Unsent => ({
  act,
  jobID,
  at: at(minute),
});

/** A lock across the tabs of a browser: one sender at a time. */
function locks() {
  let last: Promise<void> = Promise.resolve();
  return (_name: string, work: () => Promise<void>) => {
    last = last.then(work);
    return last;
  };
}

/** A tab whose requests complete when the test says so. `signedIn` can be changed. */
function openTab(storage = memoryStorage(), alone = locks()) {
  const tab = { signedIn: 'mei' as string | null };
  const sent: Batch[] = [];
  const ends: ((outcome: Outcome) => void)[] = [];
  const queue = createUnsentQueue({ storage, owner: () => tab.signedIn, alone });
  const send = () =>
    queue.send((batch) => {
      sent.push(batch);
      return new Promise((end) => ends.push(end));
    });
  const press = (item: Unsent) => {
    queue.put(item);
    void send();
  };
  const end = async (outcome: Outcome) => {
    ends.shift()?.(outcome);
    await later();
  };
  const reload = () => openTab(storage, alone);
  return { tab, queue, sent, send, press, end, reload, storage, alone, state: queue.getState };
}

const later = () => new Promise((done) => setTimeout(done));
const lines = (batch: Batch | undefined) => batch?.map((item) => ('lineID' in item ? item.lineID : item.act));

test('ten ticks in a row all arrive, the first at once and the rest together', async () => {
  const { press, end, sent, state } = openTab();
  press(tick('0', 0));
  await later();
  for (let i = 1; i < 10; i++) press(tick(`${i}`, i));
  await end('sent');
  await end('sent');
  expect(sent.map(lines)).toEqual([['0'], [...'123456789']]);
  expect(state()).toMatchObject({ items: [], isHeld: false });
});

test('a tick that is cleared while it is being sent is sent again afterwards', async () => {
  const { press, end, sent, state } = openTab();
  press(tick('hob', 0));
  await later();
  press(tick('hob', 1, false));
  await end('sent');
  expect(state().items).toEqual([tick('hob', 1, false)]);
  await end('sent');
  expect(sent).toEqual([[tick('hob', 0)], [tick('hob', 1, false)]]);
});

test('offline, all actions are kept with their times and later sent in order', async () => {
  const { queue, press, send, end, sent, state } = openTab();
  press(tick('hob', 0));
  await later();
  expect(state().isHeld).toBe(false);
  await end('unreachable');
  expect(state()).toMatchObject({ items: [tick('hob', 0)], isHeld: true });
  queue.put(tick('sink', 1));
  queue.put(clocking('finish', 2));
  queue.put(clocking('start', 3, 'bishan'));
  queue.put(tick('floor', 4, true, 'bishan'));
  sent.length = 0;
  void send();
  await later();
  expect(state().isHeld).toBe(true);
  await end('sent');
  expect(state()).toMatchObject({ items: { length: 3 }, isHeld: true });
  for (let i = 0; i < 3; i++) await end('sent');
  expect(sent).toEqual([
    [tick('hob', 0), tick('sink', 1)],
    [clocking('finish', 2)],
    [clocking('start', 3, 'bishan')],
    [tick('floor', 4, true, 'bishan')],
  ]);
  expect(state()).toMatchObject({ items: [], isHeld: false });
});

test('of several starts the first counts, of several finishes and ticks the last', () => {
  const { queue, state } = openTab();
  queue.put(clocking('start', 0));
  queue.put(clocking('start', 1));
  queue.put(clocking('finish', 2));
  queue.put(tick('hob', 3));
  queue.put(tick('hob', 4, false));
  queue.put(clocking('finish', 5));
  expect(state().items).toEqual([clocking('start', 0), tick('hob', 4, false), clocking('finish', 5)]);
});

test('a refused item is removed, and the following ones are still sent', async () => {
  const { queue, press, end, sent, state } = openTab();
  const heard: Unsent[] = [];
  queue.onSent((batch) => heard.push(...batch));
  press(clocking('start', 0));
  press(tick('hob', 1));
  await later();
  await end('refused');
  expect(state().items).toEqual([tick('hob', 1)]);
  await end('sent');
  expect([sent.length, heard, state().items]).toEqual([2, [tick('hob', 1)], []]);
});

test('unsent items survive a reload and are sent then', async () => {
  const before = openTab();
  before.press(tick('hob', 0));
  before.press(clocking('finish', 1));
  await later();
  await before.end('unreachable');
  await before.end('unreachable');
  const after = openTab(before.storage);
  expect(after.state().items).toEqual([tick('hob', 0), clocking('finish', 1)]);
  void after.send();
  await later();
  await after.end('sent');
  await after.end('sent');
  expect(after.sent).toEqual([[tick('hob', 0)], [clocking('finish', 1)]]);
  expect(before.storage.kept.size).toBe(0);
});

test('two tabs send each action once, and the idle one is notified', async () => {
  const one = openTab();
  const two = one.reload();
  one.press(tick('hob', 0));
  two.queue.put(tick('sink', 1));
  void two.send();
  await later();
  await one.end('sent');
  await one.end('sent');
  await two.end('sent');
  expect([...one.sent, ...two.sent].flatMap((batch) => lines(batch)).toSorted()).toEqual(['hob', 'sink']);
  two.queue.refresh();
  expect([one.state().items, two.state().items]).toEqual([[], []]);
});

test('signing out keeps unsent items for that cleaner; the next one neither sees nor sends them', async () => {
  const { tab, press, end, send, sent, state } = openTab();
  press(tick('hob', 0));
  press(clocking('finish', 1));
  await later();
  await end('unreachable');
  await end('unreachable');
  sent.length = 0;
  tab.signedIn = null;
  void send();
  tab.signedIn = 'aisyah';
  expect(state()).toMatchObject({ items: [], isHeld: false });
  press(tick('floor', 2));
  await later();
  await end('sent');
  expect(sent).toEqual([[tick('floor', 2)]]);
  tab.signedIn = 'mei';
  expect(state().items).toEqual([tick('hob', 0), clocking('finish', 1)]);
});

test('signing out during a request sends nothing more in the name of the next cleaner', async () => {
  const { tab, queue, press, end, sent } = openTab();
  press(tick('hob', 0));
  press(clocking('finish', 1));
  await later();
  tab.signedIn = 'aisyah';
  await end('sent');
  expect(sent.map(lines)).toEqual([['hob']]);
  tab.signedIn = 'mei';
  expect(queue.getState().items).toEqual([clocking('finish', 1)]);
});

test('a failing storage loses nothing while the page is open', async () => {
  const { press, end, state } = openTab({
    kept: new Map(),
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  press(tick('hob', 0));
  await later();
  await end('unreachable');
  expect(state()).toMatchObject({ items: [tick('hob', 0)], isHeld: true });
});

test.each(['{', '{"a":1}', '[{"act":"dance"}]'])('foreign data in the storage is passed over: %s', (text) => {
  const storage = memoryStorage();
  storage.setItem('unsent-mei', text);
  expect(openTab(storage).state().items).toEqual([]);
});

test('clocking waits for the position for a limited time, and later items wait behind it', async () => {
  const storage = memoryStorage();
  const clock = { now: new Date(at(0)) };
  const queue = createUnsentQueue({ storage, owner: () => 'mei', alone: locks(), now: () => clock.now });
  const sent: Batch[] = [];
  const send = () =>
    queue.send(async (batch) => {
      sent.push(batch);
      return 'sent';
    });
  const start = { act: 'start', jobID: 'toa-payoh', at: at(0) } as const;
  queue.put({ ...start, placeBy: at(1) });
  queue.put(tick('hob', 0));
  await send();
  expect(sent).toEqual([]);
  const place = { latitude: 1.33, longitude: 103.85, accuracy: 20 };
  queue.setPosition(start, place);
  await send();
  expect(sent).toEqual([[{ ...start, place }], [tick('hob', 0)]]);

  // A page that was closed while it waited for the position: the action is sent without it.
  queue.put({ act: 'finish', jobID: 'toa-payoh', at: at(2), placeBy: at(3) });
  clock.now = new Date(at(4));
  await send();
  expect(sent.at(-1)).toMatchObject([{ act: 'finish', at: at(2) }]);
});

test('photos, notes and removals are kept separately; of notes the last counts', () => {
  const { queue, state } = openTab();
  const photo = (photoID: string, minute: number): Unsent => ({
    act: 'photo',
    jobID: 'toa-payoh',
    photoID,
    kind: 'before',
    at: at(minute),
  });
  queue.put(photo('one', 0));
  queue.put(photo('two', 1));
  queue.put({ act: 'comment', jobID: 'toa-payoh', text: 'The tap', at: at(2) });
  queue.put({ act: 'comment', jobID: 'toa-payoh', text: 'The tap drips', at: at(3) });
  queue.drop((item) => item.act === 'photo' && item.photoID === 'one');
  queue.put({ act: 'remove-photo', jobID: 'toa-payoh', photoID: 'one', at: at(4) });
  expect(state().items.map((item) => [item.act, item.at])).toEqual([
    ['photo', at(1)],
    ['comment', at(3)],
    ['remove-photo', at(4)],
  ]);
});

test('a batch keeps its key for all retries, and a repeated action gets another', () => {
  const ticks = [tick('hob', 0), tick('sink', 1)] as unknown as Batch;
  expect(idempotencyKeyOf(ticks)).toBe(idempotencyKeyOf([...ticks] as unknown as Batch));
  const keys = [ticks, [tick('hob', 0)], [tick('hob', 2)], [clocking('start', 0)], [clocking('finish', 0)]];
  expect(new Set(keys.map((batch) => idempotencyKeyOf(batch as Batch))).size).toBe(5);
  for (const batch of keys) expect(idempotencyKeyOf(batch as Batch).length).toBeLessThan(255);
});

test('a full phone is reported before anything is lost, until the items are stored or sent', async () => {
  const storage = memoryStorage();
  let isFull = true;
  const full = {
    ...storage,
    setItem: (key: string, value: string) => {
      if (!isFull) storage.setItem(key, value);
    },
  };
  const { queue, press, end, reload, state } = openTab(full);
  press(clocking('start', 0));
  await later();
  expect(state()).toMatchObject({ isUnstored: true, items: [{ act: 'start' }] });
  expect(reload().state().items).toEqual([]);
  await end('unreachable');
  expect(state()).toMatchObject({ isUnstored: true, items: [{ act: 'start' }] });
  isFull = false;
  queue.put(tick('hob', 1));
  expect(state().isUnstored).toBe(false);
  expect(reload().state().items).toHaveLength(2);
});

test('what the server refuses is reported to the office, unless nothing is lost', () => {
  const note: Batch = [{ act: 'comment', jobID: 'toa-payoh', text: 'The tap drips.', at: at(1) }];
  expect(reportOf(note, 'not_changeable')).toEqual({
    act: 'report',
    jobID: 'toa-payoh',
    at: at(1),
    refused: 'comment',
    code: 'not_changeable',
    note: 'The tap drips.',
  });
  const start = clocking('start', 0) as Batch[0];
  expect(reportOf([start] as Batch, 'not_found')).toMatchObject({ refused: 'start', code: 'not_found' });
  expect(reportOf([start] as Batch, 'too_early_to_start')).toBeNull();
  expect(reportOf([{ act: 'undo', jobID: 'toa-payoh', at: at(1) }], 'too_late_to_undo')).toBeNull();
});
