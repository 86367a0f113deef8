import { expect, test } from 'vitest';
import { loadMessages } from '#languages/index.ts';
import { ENGLISH } from '#platform/kernel/translate.ts';
import { feedEvent, isInFeed, type Reader, type Visit } from './feed-events.ts';

const SITE = {
  name: 'Kemas',
  address: 'https://kemas.example',
  host: 'kemas.example',
  ...ENGLISH,
};
const JOB = {
  id: '01900000-0000-7000-8000-00000000000a',
  label: 'One-time clean, 3 hours',
  jobType: 'one-time',
  status: 'paid',
  startTime: '2026-11-26T09:00:00+08:00',
  endTime: '2026-11-26T12:00:00+08:00',
  updatedAt: '2026-11-23T10:00:00+08:00',
  customer: { id: 'mei', fullname: 'Mei Tan', mobile: '6591234567' },
  cleaners: [
    { firstname: 'Aminah', fullname: 'Aminah Rahman' },
    { firstname: 'Siti', fullname: 'Siti' },
  ],
  job_address_addressLine1: 'Blk 145 Lorong 2',
  job_address_addressLine2: '#08-11',
  job_address_addressLine3: '',
  job_address_country: 'Singapore',
  job_address_postal: '310145',
  job_address_hasPets: true,
  requireCleaningSupplies: true,
  specialRequests: 'The key is under the pot',
  contactDetails: 'Ring twice',
  amountToPay: 8100,
} as unknown as Visit;

const eventFor = (reader: Reader, job: Partial<Visit> = {}) =>
  feedEvent({ job: { ...JOB, ...job }, version: 4 }, reader, SITE);

test.each([
  [
    'customer',
    'Kemas: One-time clean, 3 hours',
    'Cleaners: Aminah and Siti\nCleaning supplies are brought along',
    '/dashboard/bookings/',
  ],
  [
    'crew',
    'One-time clean, 3 hours: Mei Tan',
    'Cleaners: Aminah Rahman and Siti\nPets at home\nCleaning supplies are brought along',
    '/cleaner/jobs/',
  ],
  [
    'any',
    'One-time clean, 3 hours: Mei Tan',
    'Cleaners: Aminah Rahman and Siti\nPets at home\nCleaning supplies are brought along',
    '/admin/jobs/',
  ],
] as const)('for a %s', (reader, summary, description, path) => {
  const event = eventFor(reader);
  expect(event).toMatchObject({ summary, description, sequence: 4, isCancelled: false });
  expect(event.uid).toBe(`${JOB.id}@kemas.example`);
  expect(event.location).toBe('Blk 145 Lorong 2, #08-11, Singapore 310145');
  expect(event.url).toContain(`https://kemas.example${path}${JOB.id}`);
});

test.each(['customer', 'crew', 'any'] as const)('for a %s no price, phone or note', (reader) => {
  expect(JSON.stringify(eventFor(reader))).not.toMatch(/8100|81\.00|6591234567|under the pot|Ring twice/);
});

test('shows the postal code if the door is hidden', () => {
  const hidden = { job_address_addressLine1: '', job_address_addressLine2: '' };
  expect(eventFor('crew', hidden).location).toBe('Singapore 310145');
});

test("has no links if the system's own URL is not configured", () => {
  const site = { name: 'Kemas', address: '', host: 'kemas', ...ENGLISH };
  expect(feedEvent({ job: JOB, version: 1 }, 'customer', site).url).toBe('');
});

const now = Temporal.Instant.from('2026-11-26T09:00:00+08:00');
test.each([
  ['paid', '2026-11-20T10:00:00+08:00', null, true],
  ['pending', null, null, false],
  ['expired', null, null, false],
  ['cancelled', null, '2026-11-25T10:00:00+08:00', false],
  ['cancelled', '2026-11-20T10:00:00+08:00', '2026-10-27T09:00:01+08:00', true],
  ['cancelled', '2026-11-20T10:00:00+08:00', '2026-10-27T09:00:00+08:00', false],
])('%s, paid %s, cancelled %s: %s', (status, paidAt, cancelledAt, shown) => {
  expect(isInFeed({ status, paidAt, cancelledAt }, now)).toBe(shown);
});

test("in Chinese, names the kind of clean and the home's details", async () => {
  const texts = await loadMessages('zh');
  const zh = (reader: Reader) =>
    feedEvent({ job: JOB, version: 1 }, reader, { ...SITE, language: 'zh', texts });
  expect(zh('customer')).toMatchObject({
    summary: 'Kemas：单次清洁',
    description: '清洁员：Aminah和Siti\n清洁用品由我们带来',
  });
  expect(zh('crew').summary).toBe('单次清洁：Mei Tan');
  expect(zh('crew').description).toContain('家里有宠物');
});
