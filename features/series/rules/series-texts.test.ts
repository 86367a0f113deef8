import { describe, expect, test } from 'vitest';
import { cancelledSeriesMail, crewSeriesText, movedSeriesMail } from './series-texts.ts';

const ZONE = 'Asia/Singapore';
const visit = (day: string) => ({
  start: Temporal.Instant.from(`2026-12-${day}T09:00:00+08:00`),
  end: Temporal.Instant.from(`2026-12-${day}T12:00:00+08:00`),
  zone: ZONE,
});
const NOTHING = { fee: 0, refund: 0, creditsReturned: 0, creditsForfeited: 0 };

describe('one mail says all of several visits', () => {
  test('cancelled, with what comes back and what is kept', () => {
    const mail = cancelledSeriesMail({
      firstname: 'Mei',
      visits: [visit('01'), visit('08')],
      byCompany: false,
      fee: 4500,
      refund: 13500,
      creditsReturned: 1.5,
      creditsForfeited: 1,
    });
    expect(mail.subject).toBe('Cancelled: 2 cleans from Tue 1 Dec');
    expect(mail.body.split('\n')).toEqual([
      'Hello Mei,',
      '',
      '2 cleans of your series are cancelled.',
      '',
      'Tue 1 Dec, 9:00 am to 12:00 pm',
      'Tue 8 Dec, 9:00 am to 12:00 pm',
      '',
      'S$135.00 goes back to your card. Banks take 5 to 10 working days.',
      'Back in your account: 1.5 hours of credit.',
      'We keep S$45.00 for what was cancelled late.',
      'We keep 1 hour of credit for what was cancelled late.',
    ]);
  });

  test('cancelled by us, for one that was left', () => {
    const mail = cancelledSeriesMail({
      firstname: 'Mei',
      visits: [visit('01')],
      byCompany: true,
      ...NOTHING,
    });
    expect(mail.body).toContain('We are sorry: we have had to cancel 1 clean of your series.');
  });

  test('moved, with who comes', () => {
    const mail = movedSeriesMail('Mei', [
      { ...visit('03'), crew: ['Siti', 'Rosa'] },
      { ...visit('10'), crew: [] },
    ]);
    expect(mail.subject).toBe('Moved: 2 cleans from Thu 3 Dec');
    expect(mail.body).toContain('Thu 3 Dec, 9:00 am to 12:00 pm, with Siti and Rosa\nThu 10 Dec');
  });
});

test.each(['new', 'moved', 'released'] as const)('a cleaner’s text (%s) fits one part', (news) => {
  for (const visits of [[visit('01')], [visit('01'), ...Array.from({ length: 51 }, () => visit('30'))]]) {
    const text = crewSeriesText(news, visits as never, '310145');
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).toContain('Tue 1 Dec on, Singapore 310145.');
  }
});
