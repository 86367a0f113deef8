import { expect, test } from 'vitest';
import { secretsIn } from './test-log.ts';

/* The search itself; all tests' logs are searched when the run ends (global-setup.ts). */

test.each([
  ['an e-mail address', '{"msg":"sent to mei@example.com"}'],
  ['a mobile number', '{"mobile":"6591234567"}'],
  ['a mobile number', '{"msg":"no SMS to 91234567"}'],
  ['a session token', '{"jwt":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x"}'],
  ['a Stripe secret', '{"err":{"raw":"pi_1_secret_2"}}'],
  ['a password hash', '{"row":"$argon2id$v=19$"}'],
  ['a bearer header', '{"authorization":"Bearer abc"}'],
  ['a gift code', '{"code":"ABCD-EFGH-2345"}'],
])('%s is found', (what, line) => {
  expect(secretsIn(line)).toEqual([`${what}: ${line}`]);
});

test('times, ids and amounts are no secrets', () => {
  const line =
    '{"level":40,"time":1795750000000,"reqId":"01a21adc-8a43-7ed5-9ae7-7a85e52cabf8","amount":9123456,"took":12.91234567}';
  expect(secretsIn(line)).toEqual([]);
});
