import { describe, expect, test } from 'vitest';
import { mayBeRepeated } from '../rules/may-send-again.ts';
import { whyNotSaved } from '../rules/placeholders.ts';
import { heldUntil } from '../rules/quiet-hours.ts';
import { smsLength } from '../rules/sms-length.ts';
import { kindOf } from './kinds.ts';

const at = (text: string) => Temporal.Instant.from(`${text}:00+08:00`);

describe('quiet hours', () => {
  const news = { isOwnAct: false, isChange: false, startsAt: at('2026-11-30T09:00') };
  test.each([
    ['by day', '2026-11-23T10:00', {}, null],
    ['a minute before nine in the evening', '2026-11-23T20:59', {}, null],
    ['at nine', '2026-11-23T21:00', {}, '2026-11-24T08:00'],
    ['at midnight', '2026-11-24T00:00', {}, '2026-11-24T08:00'],
    ['a minute before eight', '2026-11-24T07:59', {}, '2026-11-24T08:00'],
    ['at eight', '2026-11-24T08:00', {}, null],
    ['on the last day of the year', '2026-12-31T23:00', {}, '2027-01-01T08:00'],
    ['a confirmation of the reader’s own action', '2026-11-23T22:00', { isOwnAct: true }, null],
    ['a change for tomorrow at nine', '2026-11-29T21:30', { isChange: true }, null],
    ['a change in twelve hours', '2026-11-29T21:00', { isChange: true }, null],
    [
      'a change in more than twelve',
      '2026-11-29T21:00',
      { isChange: true, startsAt: at('2026-11-30T09:01') },
      '2026-11-30T08:00',
    ],
    ['a reminder for tomorrow at nine is not a change', '2026-11-29T21:30', {}, '2026-11-30T08:00'],
    ['a change without a visit', '2026-11-23T22:00', { isChange: true, startsAt: null }, '2026-11-24T08:00'],
  ])('%s', (_what, now, over, until) => {
    const expected = until === null ? null : at(until);
    expect(heldUntil({ ...news, ...over }, at(now), 'Asia/Singapore')).toEqual(expected);
  });
});

describe('the length of an SMS', () => {
  test.each([
    ['nothing', '', 'GSM-7', 0, 1],
    ['a full SMS', 'a'.repeat(160), 'GSM-7', 160, 1],
    ['one letter more', 'a'.repeat(161), 'GSM-7', 161, 2],
    ['two full parts', 'a'.repeat(306), 'GSM-7', 306, 2],
    ['three', 'a'.repeat(307), 'GSM-7', 307, 3],
    ['the euro sign counts twice', '€'.repeat(80), 'GSM-7', 160, 1],
    ['and is never split', `${'a'.repeat(152)}€${'a'.repeat(10)}`, 'GSM-7', 164, 2],
    ['never split, so one more part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3],
    ['one letter outside GSM-7 makes it UCS-2', `${'a'.repeat(70)}中`, 'UCS-2', 71, 2],
    ['a full Chinese SMS', '中'.repeat(70), 'UCS-2', 70, 1],
    ['three parts of Chinese', '中'.repeat(135), 'UCS-2', 135, 3],
    ['an emoji counts twice', '🧹', 'UCS-2', 2, 1],
    ['a curly apostrophe makes it UCS-2', 'You’re', 'UCS-2', 6, 1],
  ])('%s', (...[, text, alphabet, characters, parts]) => {
    expect(smsLength(text)).toEqual({ alphabet, characters, parts });
  });
});

describe('validation of a template', () => {
  test.each([
    ['all required placeholders', 'visit-moved', 'At {time}', 'Hi', []],
    ['spaces within the braces', 'visit-moved', 'At { time }', 'Hi', []],
    ['an unknown placeholder', 'visit-moved', '{time} {naem}', 'Hi', ['body: There is no {naem} here.']],
    [
      'an unknown placeholder in the subject',
      'visit-moved',
      '{time}',
      '{postal}',
      ['subject: There is no {postal} here.'],
    ],
    ['a missing placeholder', 'crew-new', 'At {time}', '', ['body: Add {postal}: without it']],
    ['empty text', 'visit-moved', ' ', '', ['subject: Write', 'body: Write']],
    ['an SMS without a subject', 'crew-new', '{time} {postal}', '', []],
    ['an inherited property name', 'visit-moved', '{time} {constructor}', 'Hi', ['body: There is no']],
  ] as const)('%s', (...[, kind, body, subject, expected]) => {
    const [channel] = kindOf(kind).channels;
    const said = whyNotSaved(kind, channel ?? 'email', { subject, body });
    expect(said.map(({ path, message }) => `${path}: ${message}`)).toEqual(
      expected.map((start) => expect.stringContaining(start)),
    );
  });
});

describe('resending', () => {
  const message = { kind: 'visit-moved', state: 'sent', recipient: 'a@b.c', data: {}, notAfter: null };
  test.each([
    ['a sent message', {}, true],
    ['a failed message', { state: 'failed' }, true],
    ['a queued message', { state: 'held' }, false],
    ['a superseded message', { state: 'superseded' }, false],
    ['a sign-in code', { kind: 'code', data: null }, false],
    ['an erased reader', { recipient: '' }, false],
    ['an expired message', { notAfter: '2026-11-23 09:59:00+08' }, false],
    ['a message that has not expired', { notAfter: '2026-11-23 10:01:00+08' }, true],
  ])('%s', (_what, over, expected) => {
    expect(mayBeRepeated({ ...message, ...over }, at('2026-11-23T10:00'))).toBe(expected);
  });
});
