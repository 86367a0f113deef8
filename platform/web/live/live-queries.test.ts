import { expect, test } from 'vitest';
import { isAffected } from './live-queries.ts';

const READS = { job: ['/jobs', '/overview'], customer: ['/customers'] };
const list = ['/jobs', { query: { size: 50 } }];
const one = ['/jobs/:id', { params: { id: 'a' } }];
const oneHistory = ['/jobs/:id/history', { params: { id: 'a' } }];

test.each([
  ['a list of such records', list, { topic: 'job', id: 'a' }, true],
  ['a page that counts them', ['/overview', {}], { topic: 'job', id: 'a' }, true],
  ['the record', one, { topic: 'job', id: 'a' }, true],
  ['what belongs to the record', oneHistory, { topic: 'job', id: 'a' }, true],
  ['a record, when it is not known which one changed', one, { topic: 'job' }, true],
  ['another record', one, { topic: 'job', id: 'b' }, false],
  ['what belongs to another record', oneHistory, { topic: 'job', id: 'b' }, false],
  ['another kind of record', list, { topic: 'customer', id: 'a' }, false],
  ['a kind that no read shows', list, { topic: 'unknown' }, false],
  ['anything, when events may have been missed', list, { topic: '*' }, true],
  ['a query that is not a read', [['persisted']], { topic: 'job' }, false],
])('%s', (_what, key, event, affected) => {
  expect(isAffected(key, event, READS)).toBe(affected);
});
