import { expect, test, vi } from 'vitest';
import { signedOut } from './session-fields.ts';
import { SignInRefused, signInAdmin, signInByCode, signInSocially } from './sign-in.ts';
import { rachel, storeInMemory } from './testing.ts';

const replying = (reply: object) => vi.fn(async () => reply);

test('an admin signs in with identity and password, both trimmed', async () => {
  const { store } = storeInMemory();
  const send = replying(rachel);
  await signInAdmin(store, { identity: '  siti ', password: ' secret\n' }, send);
  expect(send).toHaveBeenCalledWith({ identity: 'siti', password: 'secret' });
  expect(store.getState()).toMatchObject({ isSignedIn: true, type: 'admin', jwt: rachel.jwt });
});

test.each([
  ['', 'secret'],
  ['siti', ''],
  ['   ', 'secret'],
  ['siti', ' \t '],
])('an admin sign-in with %j and %j is refused before anything is sent', async (identity, password) => {
  const { store } = storeInMemory();
  const send = replying(rachel);
  await expect(signInAdmin(store, { identity, password }, send)).rejects.toThrow(
    new SignInRefused('[error] Missing `identity` and/or `password` parameter'),
  );
  expect(send).not.toHaveBeenCalled();
  expect(store.getState()).toEqual(signedOut);
});

test('a customer who verifies a code is stored as customer, not as a social login', async () => {
  const { store } = storeInMemory();
  const send = replying(rachel);
  await signInByCode(store, 'customer', { mobile: '6591234567', otp: '123456' }, send);
  expect(send).toHaveBeenCalledWith({ mobile: '6591234567', otp: '123456' });
  expect(store.getState()).toMatchObject({ type: 'customer', isFBlogged: false, isSignedIn: true });
});

test('a cleaner who verifies a code is stored as cleaner', async () => {
  const { store } = storeInMemory();
  await signInByCode(store, 'cleaner', { mobile: '6591234567', otp: '123456' }, replying(rachel));
  expect(store.getState().type).toBe('cleaner');
});

test('staying signed in is sent to the server and selects the storage', async () => {
  const { store, persistent, tab } = storeInMemory();
  const send = replying(rachel);
  await signInByCode(store, 'customer', { mobile: '1', otp: '2', staySignedIn: true }, send);
  expect(send).toHaveBeenCalledWith({ mobile: '1', otp: '2', staySignedIn: true });
  expect([persistent.kept.size, tab.kept.size]).toEqual([1, 0]);
});

test.each([{ mobile: '', otp: '123456' }, { mobile: '6591234567', otp: '  ' }, { mobile: '6591234567' }, {}])(
  'a sign-in with %j is refused: fill up all fields',
  async (given) => {
    const { store } = storeInMemory();
    const send = replying(rachel);
    await expect(signInByCode(store, 'customer', given, send)).rejects.toThrow(
      new SignInRefused('Please fill up all fields!'),
    );
    expect(send).not.toHaveBeenCalled();
  },
);

test('a social login whose reply has status 200 is passed back without signing in', async () => {
  const { store } = storeInMemory();
  const reply = { status: 200, idfb: 'fb-1', fullname: 'Rachel Ong', linkToken: 'link' };
  expect(await signInSocially(store, { payload: { accessToken: 'x' } }, replying(reply))).toBe(reply);
  expect(store.getState()).toEqual(signedOut);
});

test('any other social login is stored as a customer with a social login', async () => {
  const { store } = storeInMemory();
  await signInSocially(store, { payload: { accessToken: 'x' } }, replying(rachel));
  expect(store.getState()).toMatchObject({ type: 'customer', isFBlogged: true, isSignedIn: true });
});

test('a sign-in refused by the server passes its error on unchanged and does not sign in', async () => {
  const { store } = storeInMemory();
  const refusal = new Error('Wrong code');
  const send = () => Promise.reject(refusal);
  await expect(signInByCode(store, 'customer', { mobile: '1', otp: '2' }, send)).rejects.toBe(refusal);
  expect(store.getState()).toEqual(signedOut);
});
