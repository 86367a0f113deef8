import { expect, test } from 'vitest';
import { createTickQueue, type Tick } from './tick-queue.ts';

/** A queue whose sends end when the test says so. */
function open() {
  const sent: (readonly Tick[])[] = [];
  const ends: { ok: () => void; fail: () => void }[] = [];
  const seen = { waiting: new Map<string, boolean>() as ReadonlyMap<string, boolean>, failures: 0 };
  const queue = createTickQueue({
    send: (ticks) => {
      sent.push(ticks);
      return new Promise<void>((ok, no) => ends.push({ ok, fail: () => no(new Error('no signal')) }));
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
  expect(sent).toEqual([[{ id: 'hob', done: true }], [{ id: 'hob', done: false }]]);
});

test('a tick that failed goes back and says so; those after it are still sent', async () => {
  const { queue, sent, ends, seen } = open();
  queue.press({ id: 'hob', done: true });
  queue.press({ id: 'sink', done: true });
  ends[0]?.fail();
  await later();
  expect(seen).toEqual({ waiting: new Map([['sink', true]]), failures: 1 });
  ends[1]?.ok();
  await queue.settled();
  expect(sent).toHaveLength(2);
});
