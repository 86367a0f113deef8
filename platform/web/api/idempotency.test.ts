import { expect, test } from 'vitest';
import type { TextStorage } from '../session/safe-storage.ts';
import { ApiError, offlineError } from './api-error.ts';
import { createSubmissions, OPEN_SUBMISSIONS } from './idempotency.ts';
import { shouldRetry } from './queries.ts';

const refusal = (status: number, code: string) => new ApiError({ status, code, title: code, detail: code });
const paying = (stripeToken: string) => ({ params: { id: 'pack' }, body: { stripeToken, price: 100 } });

function storageOf(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
}

/** Opens a page; with the same storage it is the same tab after a reload. */
function openPage(storage = storageOf()) {
  let made = 0;
  const submissions = createSubmissions({ storage, newKey: () => `key-${++made}-${crypto.randomUUID()}` });
  const submit = async (
    outcome: object | Error,
    input: object = { body: { total: 1 } },
    scope = 'mei pay',
  ) => {
    let sent: { readonly input: object; readonly key: string } | undefined;
    const reply = submissions.submit(scope, input, async (submitted, key) => {
      sent = { input: submitted, key };
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    await (outcome instanceof Error
      ? expect(reply).rejects.toBe(outcome)
      : expect(reply).resolves.toBe(outcome));
    if (sent === undefined) throw new Error('Nothing was sent.');
    return sent;
  };
  return Object.assign(submit, { forget: submissions.forget });
}

test.each<[string, object | Error]>([
  ['no response', offlineError()],
  ['a server error', refusal(503, 'unavailable')],
  ['a first request still running', refusal(409, 'in_progress')],
  ['a payment still in progress', refusal(409, 'payment_in_progress')],
  ['too many requests', refusal(429, 'throttled')],
  ['an expired session', refusal(401, 'unauthenticated')],
  ['a challenge by the bank', { requiresAction: true, clientSecret: 'secret' }],
])(
  'after %s the same submission goes out under the same key, also after a reload',
  async (_what, outcome) => {
    const storage = storageOf();
    const first = await openPage(storage)(outcome);
    const reloaded = openPage(storage);
    expect((await reloaded(outcome)).key).toBe(first.key);
    expect((await reloaded({ id: '1' })).key).toBe(first.key);
    expect((await reloaded({ id: '2' })).key).not.toBe(first.key);
  },
);

test.each<[string, object | Error]>([
  ['done', { id: '1' }],
  ['a declined card', refusal(402, 'card_declined')],
  ['a refusal', refusal(409, 'price_changed')],
])('after %s the next submission has a new key', async (_what, outcome) => {
  const submit = openPage();
  expect((await submit(outcome)).key).not.toBe((await submit(outcome)).key);
});

test('another input, another person and another route are separate submissions', async () => {
  const submit = openPage();
  const sent = [
    await submit(offlineError()),
    await submit(offlineError(), { body: { total: 2 } }),
    await submit(offlineError(), { body: { total: 1 } }, 'wei pay'),
  ];
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('a card entered again while the first payment is open is sent with the first token', async () => {
  const storage = storageOf();
  const first = await openPage(storage)(refusal(409, 'payment_in_progress'), paying('tok_1'));
  const again = await openPage(storage)({ id: '1' }, paying('tok_2'));
  expect(again).toEqual({ input: paying('tok_1'), key: first.key });
  expect((await openPage(storage)({ id: '2' }, paying('tok_3'))).input).toEqual(paying('tok_3'));
});

test('a cancelled payment is forgotten, also after a reload: the next card is sent with a new key', async () => {
  const storage = storageOf();
  const question = { requiresAction: true };
  const first = await openPage(storage)(question, paying('tok_1'));
  const other = await openPage(storage)(question, paying('tok_1'), 'mei buy');
  openPage(storage).forget('mei pay');
  const next = await openPage(storage)(question, paying('tok_2'));
  expect(next.input).toEqual(paying('tok_2'));
  expect(next.key).not.toBe(first.key);
  expect((await openPage(storage)(question, paying('tok_2'), 'mei buy')).key).toBe(other.key);
});

test('stores only the token of the input, and nothing once the outcome is known', async () => {
  const storage = storageOf();
  const input = { body: { email: 'friend@example.com', message: 'Happy birthday' } };
  await openPage(storage)(offlineError(), input);
  expect(storage.getItem(OPEN_SUBMISSIONS)).not.toMatch(/friend|birthday/);
  await openPage(storage)({ id: '1' }, input);
  expect(storage.getItem(OPEN_SUBMISSIONS)).toBeNull();
});

test('retries reads after no response, but never after a refusal', () => {
  expect(shouldRetry(0, offlineError())).toBe(true);
  expect(shouldRetry(1, refusal(503, 'unavailable'))).toBe(true);
  expect(shouldRetry(2, offlineError())).toBe(false);
  for (const status of [400, 401, 403, 404, 409, 422, 429]) {
    expect(shouldRetry(0, refusal(status, 'x'))).toBe(false);
  }
});
