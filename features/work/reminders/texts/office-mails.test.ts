import { expect, test } from 'vitest';
import { holdEndedMail, holdEndingMail } from './office-mails.ts';

const booking = {
  jobID: 'job',
  customer: 'Tan Mei Ling',
  visits: 12,
  firstStart: Temporal.Instant.from('2026-12-03T09:00:00+08:00'),
  amount: 97_200,
  until: Temporal.Instant.from('2026-11-27T10:00:00+08:00'),
};
const around = { site: 'https://kemas.example', zone: 'Asia/Singapore' };

test('a hold that is about to end: all visits, the total, the deadline, and a link to the job', () => {
  expect(holdEndingMail(booking, around)).toEqual({
    subject: 'Unpaid until Fri 27 Nov, 10:00 am: Tan Mei Ling',
    body: [
      'Tan Mei Ling: 12 visits from Thu 3 Dec, 9:00 am, S$972.00',
      '',
      'The hold ends on Fri 27 Nov, 10:00 am. Take payment, or let them pay later.',
      '',
      'https://kemas.example/admin/jobs/job/view',
    ].join('\n'),
  });
});

test('a hold that has ended', () => {
  const mail = holdEndedMail({ ...booking, visits: 1, amount: 8100 }, { ...around, site: undefined });
  expect(mail.subject).toBe('Expired unpaid: Tan Mei Ling');
  expect(mail.body).toBe(
    'Tan Mei Ling: 1 visit on Thu 3 Dec, 9:00 am, S$81.00\n\nIt was not paid in time, so the slot is free again.',
  );
});
