import { expect, test } from 'vitest';
import { createTickQueue, type Tick } from './tick-queue.ts';

const NO_SIGNAL = new Error('no signal');
const at = (minute: string) => `2026-11-25T01:${minute}:00.000Z`;

/** A queue whose sends end when the test says so. */
function open() {
  const sent: (readonly Tick[])[] = [];
  const ends: { ok: () => void; fail: () => void; lose: () => void }[] = [];
  const waiting: ReadonlyMap<string, boolean> = new Map();
  const seen = { waiting, failures: 0, noSignal: false };
  let minute = 0;
  const queue = createTickQueue({
    send: (ticks) => {
      sent.push(ticks);
      return new Promise<void>((ok, no) =>
        ends.push({ ok, fail: () => no(new Error('refused')), lose: () => no(NO_SIGNAL) }),
      );
    },
    now: () => new Date(Date.UTC(2026, 10, 25, 1, minute++)),
    isNoSignal: (error) => error === NO_SIGNAL,
    onNoSignal: (noSignal) => {
      seen.noSignal = noSignal;
    },
    onWaiting: (waiting) => {
      seen.waiting = waiting;
    },
    onFailure: () => {
      seen.failures++;
    },
  });
  return { queue, sent, ends, seen };
}

const later = () => new Promise((done) => setTimeout(done));

test('ten ticks in a row all arrive, the first at once and the rest together', async () => {
  const { queue, sent, ends, seen } = open();
  for (let i = 0; i < 10; i++) queue.press({ id: `${i}`, done: true });
  ends[0]?.ok();
  await later();
  ends[1]?.ok();
  await queue.settled();
  expect(sent.map((ticks) => ticks.map((tick) => tick.id).join(''))).toEqual(['0', '123456789']);
  expect(seen.waiting.size).toBe(0);
});

test('a tick taken back while it is on its way is sent after it', async () => {
  const { queue, sent, ends, seen } = open();
  queue.press({ id: 'hob', done: true });
  queue.press({ id: 'hob', done: false });
  ends[0]?.ok();
  await later();
  expect(seen.waiting.get('hob')).toBe(false);
  ends[1]?.ok();
  await queue.settled();
  expect(sent).toEqual([
    [{ id: 'hob', done: true, at: at('00') }],
    [{ id: 'hob', done: false, at: at('01') }],
  ]);
});

test('a tick that failed goes back and says so; those after it are still sent', async () => {
  const { queue, sent, ends, seen } = open();
  queue.press({ id: 'hob', done: true });
  queue.press({ id: 'sink', done: true });
  ends[0]?.fail();
  await later();
  expect(seen).toEqual({ waiting: new Map([['sink', true]]), failures: 1, noSignal: false });
  ends[1]?.ok();
  await queue.settled();
  expect(sent).toHaveLength(2);
});

test('without signal ticks are kept with the time of their press, and sent once it is back', async () => {
  const { queue, sent, ends, seen } = open();
  queue.press({ id: 'hob', done: true });
  queue.press({ id: 'sink', done: true });
  ends[0]?.lose();
  await later();
  expect(seen).toMatchObject({ noSignal: true, failures: 0 });
  expect([...seen.waiting.keys()]).toEqual(['hob', 'sink']);
  queue.press({ id: 'hob', done: false });
  ends[1]?.lose();
  await later();
  queue.resend();
  queue.resend();
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual([
    { id: 'hob', done: false, at: at('02') },
    { id: 'sink', done: true, at: at('01') },
  ]);
  ends[2]?.ok();
  await queue.settled();
  expect(seen).toEqual({ waiting: new Map(), failures: 0, noSignal: false });
});

test('who waits for the last tick is let go when there is no signal', async () => {
  const { queue, ends, seen } = open();
  queue.press({ id: 'hob', done: true });
  const settled = queue.settled();
  ends[0]?.lose();
  await settled;
  expect(seen.waiting.size).toBe(1);
});
