import fc from 'fast-check';
import { CompactSign, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../kernel/actor.ts';
import { randomCases } from '../../testing/random-cases.ts';
import { keysFrom } from '../keys.ts';
import { readSessionToken, type SessionClaim, signSessionToken } from './session-token.ts';

const keys = keysFrom('a secret that is only used in tests, long enough');
const otherKeys = keysFrom('another secret that is only used in tests, too');
const now = Temporal.Instant.from('2026-11-24T09:00:00.500+08:00');
const nowSeconds = Math.floor(now.epochMilliseconds / 1000);
const good = { typ: 'customer', jti: 'a-session', iss: 'kemas', aud: 'kemas-api', exp: nowSeconds + 60 };

const read = (token: string, at = now) => readSessionToken(keys, token, at);
const sign = (claims: object, { key = keys.session, alg = 'HS256', ...header }: Signing = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(key);
interface Signing {
  key?: Uint8Array;
  alg?: string;
  typ?: string;
}

/** The claims that jose accepts in a token. */
async function readByJose(token: string): Promise<SessionClaim | null> {
  const wanted = { issuer: 'kemas', audience: 'kemas-api', requiredClaims: ['exp', 'jti'] };
  const currentDate = new Date(now.epochMilliseconds);
  const verified = await jwtVerify(token, keys.session, {
    algorithms: ['HS256'],
    currentDate,
    ...wanted,
  }).catch(() => null);
  const { typ, jti } = verified?.payload ?? {};
  const isRole = typ === 'customer' || typ === 'cleaner' || typ === 'admin';
  return isRole && typeof jti === 'string' ? { sessionID: jti, role: typ } : null;
}

describe('a session token', () => {
  it.each<Role>(['customer', 'cleaner', 'admin'])('of a %s is read back exactly as signed', async (role) => {
    const times = { issued: now, expires: now.add({ minutes: 30 }) };
    const token = await signSessionToken(keys, { sessionID: 'a-session', role }, times);
    expect(read(token)).toEqual({ sessionID: 'a-session', role });
    expect(read(token, now.add({ minutes: 29 }))).not.toBeNull();
    expect(read(token, now.add({ minutes: 30 }))).toBeNull();
    expect(readSessionToken(otherKeys, token, now)).toBeNull();
  });

  it('is accepted only if it is signed here', async () => {
    expect(read(await sign(good))).toEqual({ sessionID: 'a-session', role: 'customer' });
  });

  it.each<[string, object]>([
    ['no expiry', { ...good, exp: undefined }],
    ['an expiry in the past', { ...good, exp: nowSeconds }],
    ['an expiry as text', { ...good, exp: `${nowSeconds + 60}` }],
    ['another issuer', { ...good, iss: 'kemas-feed' }],
    ['no issuer', { ...good, iss: undefined }],
    ['another audience', { ...good, aud: 'kemas' }],
    ['no audience', { ...good, aud: undefined }],
    ['an unknown role', { ...good, typ: 'anyone' }],
    ['no role', { ...good, typ: undefined }],
    ['no session', { ...good, jti: undefined }],
  ])('with %s is refused', async (_what, claims) => {
    expect(read(await sign(claims))).toBeNull();
  });

  it('with another algorithm or key, or unsigned, is refused', async () => {
    expect(read(await sign(good, { alg: 'HS384' }))).toBeNull();
    expect(read(await sign(good, { alg: 'HS512' }))).toBeNull();
    expect(read(await sign(good, { key: otherKeys.session }))).toBeNull();
    expect(read(await sign(good, { typ: 'JWT' }))).toBeNull();
    const unsecured = new UnsecuredJWT({ ...good }).encode();
    expect(read(unsecured)).toBeNull();
    const [header, payload, signature] = (await sign(good)).split('.');
    for (const none of ['none', 'None', 'HS256 ']) {
      const claimed = Buffer.from(JSON.stringify({ alg: none })).toString('base64url');
      expect(read(`${claimed}.${payload}.${signature}`)).toBeNull();
    }
    expect(read(`${header}.${payload}.`)).toBeNull();
    expect(read(`${header}.${payload}`)).toBeNull();
    expect(read(`${header}.${payload}.${signature}.${signature}`)).toBeNull();
  });

  it('with a signed payload that is not a claims object is refused', async () => {
    for (const text of ['null', '"kemas"', '[]', 'kemas', '']) {
      const token = await new CompactSign(Buffer.from(text))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(keys.session);
      expect(read(token)).toBeNull();
    }
  });
});

/** Claims of which at most two are invalid. */
const claims = fc
  .array(
    fc.oneof(
      fc.record({ typ: fc.constantFrom('customer', 'cleaner', 'admin', 'anyone', 7, undefined) }),
      fc.record({ jti: fc.oneof(fc.uuid(), fc.constantFrom(7, undefined)) }),
      fc.record({ iss: fc.constantFrom('kemas', 'other', undefined) }),
      fc.record({ aud: fc.constantFrom('kemas-api', 'other', undefined) }),
      fc.record({
        exp: fc.option(fc.integer({ min: nowSeconds - 3, max: nowSeconds + 3 }), { nil: undefined }),
      }),
    ),
    { maxLength: 2 },
  )
  .map((changes): object => Object.assign({}, good, ...changes));

describe('compared with jose', () => {
  it('accepts the same tokens for the same person', async () => {
    await fc.assert(
      fc.asyncProperty(claims, fc.constantFrom(keys, keys, otherKeys), async (claimed, { session: key }) => {
        const token = await sign(claimed, { key });
        expect(read(token)).toEqual(await readByJose(token));
      }),
      { numRuns: randomCases(100, 500) },
    );
  });

  it('accepts no token with a single altered character', async () => {
    const token = await sign(good);
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= '];
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...alphabet), async (at, sign) => {
        fc.pre(token[at] !== sign);
        expect(read(token.slice(0, at) + sign + token.slice(at + 1))).toBeNull();
        expect(read(token.slice(0, at) + sign + token.slice(at))).toBeNull();
        expect(read(token.slice(0, at) + token.slice(at + 1))).toBeNull();
      }),
      { numRuns: randomCases(100, 500) },
    );
  });
});
