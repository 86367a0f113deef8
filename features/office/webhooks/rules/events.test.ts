import { expect, it, test } from 'vitest';
import { eventBody, eventTypeOf, isWanted } from './events.ts';

const AT = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const ID = '01a21adc-8a43-7ed5-9ae7-7a85e52cabf8';

test.each([
  ['job.start', 'visit.started'],
  ['job.pay-later', 'job.confirmed'],
  ['job.added', 'job.created'],
  ['job.created', null], // the office’s entry about it
  ['customer.registered', 'customer.created'],
  ['transaction.refund-reversed', 'payment.refund_reversed'],
  ['admin.password-changed', null],
  ['customer.noted', null],
])('%s is published as %s', (action, type) => {
  expect(eventTypeOf(action)).toBe(type);
});

it('names the record and where to read it, and nothing about people', () => {
  const subject = { kind: 'job', id: ID, version: 3 };
  const event = {
    type: 'job.updated',
    at: AT,
    site: 'https://kemas.example',
    subject,
    changed: ['startTime'],
  };
  expect(eventBody(event)).toEqual({
    type: 'job.updated',
    timestamp: '2026-11-23T02:00:00.000Z',
    data: {
      object: 'job',
      id: ID,
      url: `https://kemas.example/api/jobs/${ID}`,
      version: 3,
      changed: ['startTime'],
    },
  });
});

it('lists the changed fields of updates only', () => {
  const subject = { kind: 'customer', id: ID };
  const created = { type: 'customer.created', at: AT, site: '', subject, changed: ['mobile'] };
  expect(eventBody(created).data).toEqual({ object: 'customer', id: ID, url: `/api/customers/${ID}` });
});

test.each([
  [[], 'job.paid', true],
  [['job.paid'], 'job.paid', true],
  [['job.paid'], 'job.created', false],
])('an endpoint for %o is told of %s: %s', (types, type, wanted) => {
  expect(isWanted(types, type)).toBe(wanted);
});
