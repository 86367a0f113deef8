import { expect, test } from 'vitest';
import { matchPages } from './match-pages.ts';

const page = (label: string, note: string) => ({ label, note, to: `/${label}` });
const PAGES = [
  page('Jobs', 'Jobs'),
  page('New job', 'Jobs'),
  page('Public holidays', 'Business'),
  page('Sign-up log', 'Customers'),
  page('Customer messages', 'Inbox'),
  page('Customers', 'Customers'),
];

test.each([
  ['job', ['Jobs'], ['New job']],
  ['new j', ['New job'], []],
  ['holiday', [], ['Public holidays']],
  ['log', [], ['Sign-up log']],
  ['sign up', [], ['Sign-up log']],
  ['inbox', [], ['Customer messages']],
  ['cust', ['Customer messages', 'Customers'], ['Sign-up log']],
  ['obs', [], []],
  ['', [], []],
])('%s finds first %j, then %j', (q, first, others) => {
  const found = matchPages(q, PAGES);
  expect(found.first.map(({ label }) => label)).toEqual(first);
  expect(found.others.map(({ label }) => label)).toEqual(others);
});
