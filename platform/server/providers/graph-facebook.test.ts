import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type GraphFault, startFakeGraph } from '../../testing/fake-graph.ts';
import { makeBreakerWith } from './breaker.ts';
import { graphFacebook } from './graph-facebook.ts';

const graph = await startFakeGraph();

beforeEach(() => {
  graph.fail();
  graph.asked.length = 0;
});

const log = pino({ level: 'silent' });
/** A fresh client; `secret` if it differs from the app's. */
const client = (more: { secret?: string; timeoutMs?: number } = {}) =>
  graphFacebook({
    appID: graph.appID,
    appSecret: more.secret ?? graph.appSecret,
    graphUrl: graph.url,
    log,
    makeBreaker: makeBreakerWith(log),
    ...(more.timeoutMs !== undefined && { timeoutMs: more.timeoutMs }),
  });
const mei = { userID: '102030405060708090', name: 'Mei Tan', email: 'mei@example.com' };

describe('accepts a token', () => {
  it('of our app that is still valid', async () => {
    expect(await client().identify(graph.issueToken(mei))).toEqual({ kind: 'person', ...mei });
    expect(graph.asked).toEqual(['/v25.0/debug_token', '/v25.0/me']);
  });

  it('without an e-mail address, and with a name from any culture', async () => {
    const token = graph.issueToken({ userID: '7', name: 'محمد 🧹 李小明' });
    expect(await client().identify(token)).toEqual({
      kind: 'person',
      userID: '7',
      name: 'محمد 🧹 李小明',
      email: '',
    });
  });

  it('but ignores an invalid name or address', async () => {
    const token = graph.issueToken({
      userID: '7',
      name: `a\u0000b\n${'x'.repeat(500)}`,
      email: 'a@b.c\r\nBcc: d@e.f',
    });
    const answer = await client().identify(token);
    expect(answer).toMatchObject({ kind: 'person', email: '' });
    expect(answer.kind === 'person' && answer.name).toMatch(/^a b x{96}$/);
  });
});

describe('rejects a token', () => {
  it.each([
    ['of another app', { appID: '999' }],
    ['that has expired', { expiresIn: -1 }],
    ['that never expires, which no browser token has', { expiresIn: -Date.now() / 1000 - 1, valid: true }],
    ['that has expired although Graph calls it valid', { expiresIn: -1, valid: true }],
    ['that was revoked', { valid: false }],
    ['of a page', { type: 'PAGE' as const }],
    ['if the profile is of a different person', { profileOf: '666' }],
  ])('%s', async (_why, spec) => {
    expect(await client().identify(graph.issueToken({ ...mei, ...spec }))).toMatchObject({ kind: 'refused' });
  });

  it('that is made up, without requesting a profile', async () => {
    expect(await client().identify('EAAmadeup')).toMatchObject({ kind: 'refused' });
    expect(graph.asked).toEqual(['/v25.0/debug_token']);
  });

  it('if the app secret is wrong', async () => {
    expect(await client({ secret: 'wrong' }).identify(graph.issueToken(mei))).toMatchObject({
      kind: 'refused',
    });
  });
});

describe('returns unavailable when Graph does not respond as expected', () => {
  it.each<GraphFault>(['redirects', 'is-down', 'says-html', 'says-nonsense', 'floods', 'throttles'])(
    'it %s',
    async (fault) => {
      const token = graph.issueToken(mei);
      graph.fail(fault);
      expect(await client().identify(token)).toMatchObject({ kind: 'unavailable' });
      expect(graph.asked).not.toContain('/elsewhere');
    },
  );

  it('it never responds: the request times out', async () => {
    const token = graph.issueToken(mei);
    graph.fail('never-answers');
    expect(await client({ timeoutMs: 50 }).identify(token)).toMatchObject({ kind: 'unavailable' });
  });

  it('stops asking after five failures', async () => {
    const facebook = client();
    const token = graph.issueToken(mei);
    graph.fail('is-down');
    for (let asked = 0; asked < 5; asked += 1) await facebook.identify(token);
    graph.fail();
    expect(await facebook.identify(token)).toMatchObject({ kind: 'unavailable' });
    expect(graph.asked).toHaveLength(5);
  });

  it('a rejected token is a response and does not count as a failure', async () => {
    const facebook = client();
    for (let asked = 0; asked < 6; asked += 1) await facebook.identify('EAAmadeup');
    expect(await facebook.identify(graph.issueToken(mei))).toMatchObject({ kind: 'person' });
  });
});
