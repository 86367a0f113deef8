import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { shareAnswer } from './share-answer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [] });
});
afterAll(() => app.close());

/** Answers that wait to be given, counted. */
function counting() {
  const given = Promise.withResolvers<void>();
  let asked = 0;
  const answer = async () => {
    asked += 1;
    const mine = asked;
    await given.promise;
    return mine;
  };
  return { answer, give: given.resolve, refuse: given.reject };
}

test('who asks the same at the same moment is given the same answer', async () => {
  const { answer, give } = counting();
  const ask = (question: object) => shareAnswer(app.context(), question, answer);
  const all = [ask({ a: 1 }), ask({ a: 1 }), ask({ a: 2 }), ask({ a: 1 })];
  give();
  expect(await Promise.all(all)).toEqual([1, 1, 2, 1]);
});

test('who asks after it was given is answered anew, also when it had failed', async () => {
  const first = counting();
  const ask = (answer: () => Promise<number>) => shareAnswer(app.context(), { b: 1 }, answer);
  const both = [ask(first.answer), ask(first.answer)];
  first.refuse(new Error('the database is gone'));
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map((each) => each.status)).toEqual(['rejected', 'rejected']);
  expect(await ask(async () => 7)).toBe(7);
});

test('a transaction, which sees what others do not, answers for itself', async () => {
  const { answer, give } = counting();
  const outside = shareAnswer(app.context(), { c: 1 }, answer);
  const inside = inTransaction(app.context(), (tx) => shareAnswer(tx, { c: 1 }, async () => 9));
  expect(await inside).toBe(9);
  give();
  expect(await outside).toBe(1);
});

test('two databases have nothing in common', async () => {
  const other = await startTestApp({ features: [] });
  const { answer, give } = counting();
  const both = [app, other].map((each) => shareAnswer(each.context(), { d: 1 }, answer));
  give();
  expect(await Promise.all(both)).toEqual([1, 2]);
  await other.close();
});
