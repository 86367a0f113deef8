import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listMessages } from '#features/messages/messages/contract.ts';
import { EXAMPLES } from '#features/messages/messages/texts/examples.ts';
import { KIND_NAMES, kindOf } from '#features/messages/messages/texts/kinds.ts';
import { LOWER_KINDS } from '#features/messages/messages/texts/lower-kinds.ts';
import { LANGUAGES } from '#languages/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { compose } from '#platform/server/feature.ts';
import { type AnyKind, unwrittenTask } from '#platform/server/messages.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { startTestApp } from '#platform/testing/test-app.ts';
import { features } from './features.ts';

const app = await startTestApp({ features, env: { PUBLIC_URL: 'https://kemas.example' } });
const declared = compose(features).messageKinds ?? {};

test('the office sees and the worker writes exactly the kinds that the features declare', () => {
  expect(Object.keys(LOWER_KINDS).toSorted()).toEqual(Object.keys(declared).toSorted());
  expect(KIND_NAMES).toEqual(expect.arrayContaining(Object.keys(declared)));
  for (const [name, { kind }] of Object.entries(declared)) expect(kind).toBe(name);
});

test('every message kind that a feature defines is among those it declares', async () => {
  const files = globSync('features/*/*/{rules,texts}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const defined: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(resolve(file));
    for (const value of Object.values(exported)) if (isMessageKind(value)) defined.push(value.kind);
  }
  expect(defined.toSorted()).toEqual(Object.keys(declared).toSorted());
});

function isMessageKind(value: unknown): value is AnyKind {
  return typeof value === 'object' && value !== null && 'kind' in value && 'texts' in value;
}

const all = KIND_NAMES.flatMap((kind) =>
  kindOf(kind).channels.flatMap((channel) => LANGUAGES.map((language) => ({ kind, channel, language }))),
);

test.each(all)('$kind is sent by $channel in $language', async ({ kind, channel, language }) => {
  const to = channel === 'sms' ? '6591234567' : 'mei@example.sg';
  await inTransaction(app.context(), (tx) =>
    tx.outbox.publishAll(tx, [unwrittenTask(tx, { kind, channel, to, language, data: EXAMPLES[kind] })]),
  );
  await app.runOutbox('all');
  const message = await app.services.db
    .selectFrom('message')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(message).toMatchObject({ kind, language, state: 'sent', attempts: 1, failure: '' });
  const sent = app.sent[channel === 'sms' ? 'sms' : 'mail'].at(-1);
  expect(sent).toMatchObject({ id: message.id, to });
  expect(sent?.body.trim()).not.toBe('');
});

test('the log shows no secret of a link, which would act for the reader without a session', async () => {
  const secret = /#[\w-]/;
  const withSecrets = [...app.sent.sms, ...app.sent.mail].filter(({ body }) => secret.test(linksIn(body)));
  // The control: these messages do contain such links.
  expect(withSecrets.length).toBeGreaterThan(3);
  const office = await signedIn(app, 'admin');
  const { items } = (await app.call(listMessages, { query: { size: 1000 } }, office)).body;
  expect(items.filter(({ body }) => secret.test(linksIn(body)))).toEqual([]);
  expect(items.map(({ body }) => body).join()).toContain('/visit-choice');
});

/** The links of a text, without an address such as "#08-112". */
function linksIn(text: string): string {
  return (text.match(/https?:\/\/\S+/g) ?? []).join(' ');
}
