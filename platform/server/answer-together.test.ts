import { expect, it } from 'vitest';
import { answerTogether } from './answer-together.ts';

const db = {};
const person = (id: string, more = {}) => ({ db, actor: { id }, ...more }) as never;

function counted() {
  const calls: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = async () => {
    calls.push('');
    await gate.promise;
    return calls.length;
  };
  return { calls, work, open: () => gate.resolve() };
}

it('does the same once for those who ask while it is being done', async () => {
  const { work, open } = counted();
  const both = [1, 2].map(() => answerTogether(person('mei'), ['refund', 1], work));
  open();
  expect(await Promise.all(both)).toEqual([1, 1]);
  expect(await answerTogether(person('mei'), ['refund', 1], work)).toBe(2);
});

it('gives the answer to who had asked before it was there, and had to wait for a turn', async () => {
  const { work, open } = counted();
  const arrivedAt = performance.now();
  const first = answerTogether(person('mei'), ['wait'], work);
  open();
  await first;
  expect(await answerTogether(person('mei', { arrivedAt }), ['wait'], work)).toBe(1);
  expect(await answerTogether(person('mei', { arrivedAt: performance.now() }), ['wait'], work)).toBe(2);
});

it.each([
  ['of somebody else', person('wei'), ['refund', 1]],
  ['of something else', person('mei'), ['refund', 2]],
  ['with a key of its own', person('mei', { replyKeeper: { requestId: 'f'.repeat(32) } }), ['refund', 1]],
])('does it again for a request %s', async (_what, ctx, same) => {
  const { calls, work, open } = counted();
  const both = [answerTogether(person('mei'), ['refund', 1], work), answerTogether(ctx, same, work)];
  open();
  await Promise.all(both);
  expect(calls).toHaveLength(2);
});

it('lets who asks after a failure try again', async () => {
  const fail = () => Promise.reject(new Error('no'));
  await expect(answerTogether(person('mei'), ['refund'], fail)).rejects.toThrow('no');
  expect(await answerTogether(person('mei'), ['refund'], async () => 'done')).toBe('done');
});
