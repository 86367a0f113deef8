import pino from 'pino';
import { expect, test } from 'vitest';
import { refusalOf } from './stripe-outcomes.ts';

function logged(error: object): {
  readonly wakes: boolean;
  readonly message: string;
  readonly status: string;
} {
  const lines: { wake?: boolean; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { status } = refusalOf(error, log);
  const [line] = lines;
  return { wakes: line?.wake === true, message: line?.msg ?? '', status };
}

test.each([
  {
    type: 'StripeInvalidRequestError',
    code: 'charge_already_refunded',
    wakes: false,
    message: 'Stripe refused one payment or refund',
    status: 'declined',
  },
  {
    type: 'StripeInvalidRequestError',
    code: 'charge_disputed',
    wakes: false,
    message: 'Stripe refused one payment or refund',
    status: 'declined',
  },
  {
    type: 'StripeInvalidRequestError',
    code: 'token_already_used',
    wakes: false,
    message: 'Stripe refused a token',
    status: 'declined',
  },
  {
    type: 'StripeInvalidRequestError',
    code: 'parameter_unknown',
    wakes: true,
    message: 'Stripe refused a request of ours',
    status: 'declined',
  },
  { type: 'StripeAuthenticationError', wakes: true, message: 'Stripe refused our key', status: 'unknown' },
  { type: 'StripePermissionError', wakes: true, message: 'Stripe refused our key', status: 'unknown' },
  {
    type: 'StripeConnectionError',
    wakes: false,
    message: 'Stripe payment outcome unknown',
    status: 'unknown',
  },
])('$type $code: $message', ({ type, code, ...outcome }) => {
  expect(logged({ type, code, message: 'no' })).toEqual(outcome);
});
