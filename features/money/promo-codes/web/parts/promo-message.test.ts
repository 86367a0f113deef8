// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { language } from '#platform/web/i18n/language.ts';
import { PROMO_REASONS, promoSentence } from '../../rules/why-not-valid.ts';
import { promoCheckResultIn, usePromoMessage } from './promo-message.ts';

afterEach(() => {
  cleanup();
  language.set('en');
});

const sentenceOf = () => renderHook(() => usePromoMessage()).result.current;
const day = '2026-11-24';

test.each(PROMO_REASONS)('%s has the same English sentence as on the server', (reason) => {
  const why = { reason, day };
  expect(sentenceOf()({ message: '', why })).toBe(promoSentence(why));
});

test.each(PROMO_REASONS)('%s has a Chinese sentence', (reason) => {
  language.set('zh');
  const said = sentenceOf()({ message: 'English', why: { reason, day } });
  expect(said).toMatch(/^[^a-zA-Z{}]+。$/);
});

test('an unknown reason falls back to the server’s sentence', () => {
  language.set('zh');
  expect(sentenceOf()({ message: 'Not on Sundays.', why: { reason: 'sunday' } })).toBe('Not on Sundays.');
});

test('a problem about something else contains no promo refusal', () => {
  const problem = { status: 409, code: 'hold_expired', title: '', detail: 'Gone.' };
  expect(promoCheckResultIn(new ApiError(problem))).toBeNull();
  const errors = [{ path: 'promocode', message: 'No.' }];
  const refused = new ApiError({ ...problem, errors, extensions: { promo: { reason: 'used-up' } } });
  expect(promoCheckResultIn(refused)).toEqual({ message: 'No.', why: { reason: 'used-up' } });
});
