import { expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { shownTo } from './live-event.ts';

const mei: Actor = { role: 'customer', id: 'mei', sessionID: 's' };
const office: Actor = { role: 'admin', id: 'siti', sessionID: 's', officeRole: 'dispatcher' };
const about = (topic: string) => ({ id: 1, topic, recordID: 'r', customerID: 'mei', cleanerIDs: [] });

test.each(['customer-note', 'payment-problem', 'message'])('only the office learns of a %s', (topic) => {
  expect(shownTo(mei, about(topic))).toBeNull();
  expect(shownTo(office, about(topic))).toEqual({ topic, id: 'r' });
});

test.each(['customer', 'job', 'transaction', 'credit'])('a customer learns of their own %s', (topic) => {
  expect(shownTo(mei, about(topic))).toEqual({ topic, id: 'r' });
  expect(shownTo({ ...mei, id: 'wei' }, about(topic))).toBeNull();
});
