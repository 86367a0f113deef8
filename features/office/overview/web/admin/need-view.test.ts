import { expect, it } from 'vitest';
import { hours, money } from '#platform/web/amounts.ts';
import { date, time, timeOfDay, timeRange } from '#platform/web/format.ts';
import type { NeedRow } from '../../contract/needs.ts';
import { needView } from './need-view.ts';

const format = {
  money,
  hours: (count: number) => hours(count, 'en'),
  time: (wire: string) => time(wire, 'en'),
  timeOfDay: (of: string) => timeOfDay(of, 'en'),
  timeRange: (start: string, end: string) => timeRange(start, end, 'en'),
  date: (wire: string, style?: Parameters<typeof date>[2]) => date(wire, 'en', style),
};
const now = Date.parse('2026-12-01T09:25:00+08:00');
const when = '2026-12-01T09:00:00+08:00';
const id = '01900000-0000-7000-8000-000000000001';
const person = { id, fullname: 'Wei Tan' };
const visit = {
  jobID: id,
  number: 2496,
  customer: person,
  label: 'Weekly 4 h visit',
  startTime: when,
  endTime: '2026-12-01T13:00:00+08:00',
  postal: '310145',
  hours: 4,
  numCleaners: 2,
};
const view = (need: NeedRow) => needView(need, format, now);

it('a visit without crew offers the best cleaner, and the list of all', () => {
  const need = { kind: 'no-crew', id, when, visit, position: 2, missing: { id, fullname: 'Siti' } } as const;
  expect(view({ ...need, suggestion: { id, fullname: 'Lim Mei Ling' } })).toMatchObject({
    title: 'Weekly 4 h visit, Tue 1 Dec, 9:00 am',
    detail: 'Wei Tan, 310145, 2 cleaners × 4 hours. Siti cannot come.',
    action: { label: 'Assign Lim Mei Ling', does: 'assign' },
    other: { label: 'Find crew', to: `/admin/jobs/${id}/view?ask=crew-2` },
  });
  expect(view({ ...need, suggestion: null })).toMatchObject({ action: { label: 'Find crew' }, other: null });
});

it('a cleaner who cannot come can be called, and leads to the sheet with the whole period', () => {
  const need = {
    kind: 'cannot-come',
    id,
    when,
    cleaner: { ...person, mobile: '6591234567' },
    reason: 'sick',
    until: '2026-12-03',
    visits: 5,
    firstStart: '2026-12-01T10:00:00+08:00',
  } as const;
  expect(view(need)).toMatchObject({
    title: 'Wei Tan cannot come until Thu 3 Dec',
    detail: 'Sick. 5 visits, the first Tue 1 Dec, 10:00 am. Told us at 9:00 am.',
    action: { label: 'Cover visits', to: `/admin/cleaners/cover?cleanerID=${id}&until=2026-12-03` },
    other: { to: 'tel:+6591234567' },
  });
  expect(view({ ...need, until: '2026-12-01', visits: 0, firstStart: null })).toMatchObject({
    title: 'Wei Tan cannot come today',
    detail: 'Sick. No visits. Told us at 9:00 am.',
    action: { label: 'Open' },
  });
});

it('a late cleaner can be called or clocked in', () => {
  const cleaner = { ...person, mobile: '6591234567' };
  expect(view({ kind: 'late', id, when, visit, position: 1, cleaner })).toMatchObject({
    title: 'Wei Tan has not started, 9:00 am',
    detail: 'Wei Tan, 310145, 25 minutes late',
    action: { to: 'tel:+6591234567' },
    other: { to: `/admin/jobs/${id}/view?ask=clock-1` },
  });
});

it('an unpaid booking says until when, and what it is for', () => {
  const need = { kind: 'unpaid', id, when, visit, visits: 3, amount: 27_000, isCharge: false } as const;
  expect(view({ ...need, dueOn: null }).detail).toBe(
    '3 visits from Tue 1 Dec, 9:00 am. Held until Tue 1 Dec, 9:00 am.',
  );
  expect(view({ ...need, visits: 1, dueOn: '2026-11-30' }).detail).toBe(
    'Tue 1 Dec, 9:00 am. Due Mon 30 Nov.',
  );
});

it('a dispute says when the bank decides; other problems say why', () => {
  const need = {
    kind: 'payment-problem',
    id,
    when,
    why: 'Paid twice.',
    cents: 9000,
    customer: null,
  } as const;
  expect(view({ ...need, problem: 'dispute', dueBy: when })).toMatchObject({
    chip: 'Dispute',
    title: 'Dispute, S$90.00',
    detail: 'Answer the bank by Tue 1 Dec, 9:00 am.',
  });
  expect(view({ ...need, problem: 'unwanted_payment', dueBy: null }).detail).toBe('Paid twice.');
});

it('a long message is shortened to one line', () => {
  const text = `Hello,\n\n${'please come by the side gate. '.repeat(9)}`;
  const { detail } = view({ kind: 'message', id, when, customer: person, text });
  expect(detail).toMatch(/^“Hello, please come .*…”$/);
  expect(detail.length).toBeLessThan(130);
});

it('a message that is no longer of use can only be opened', () => {
  const need = {
    kind: 'undelivered',
    id,
    when,
    title: 'Visit booked',
    channel: 'sms',
    to: '6591234567',
    failure: 'Unknown number',
    jobID: id,
  } as const;
  expect(view({ ...need, canResend: true }).action).toMatchObject({ does: 'resend' });
  expect(view({ ...need, canResend: false }).action).toMatchObject({ to: `/admin/jobs/${id}/view` });
});
