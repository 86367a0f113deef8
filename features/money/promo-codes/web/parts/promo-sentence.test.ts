// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { language } from '#platform/web/i18n/language.ts';
import { PROMO_REASONS, promoSentence } from '../../rules/why-not-valid.ts';
import { promoSaidIn, usePromoSentence } from './promo-sentence.ts';

afterEach(() => {
  cleanup();
  language.set('en');
});

const sentenceOf = () => renderHook(() => usePromoSentence()).result.current;
const day = '2026-11-24';

test.each(PROMO_REASONS)('%s reads in English as the server says it', (reason) => {
  const why = { reason, day };
  expect(sentenceOf()({ message: '', why })).toBe(promoSentence(why));
});

test.each(PROMO_REASONS)('%s is told in Chinese', (reason) => {
  language.set('zh');
  const said = sentenceOf()({ message: 'English', why: { reason, day } });
  expect(said).toMatch(/^[^a-zA-Z{}]+。$/);
});

test('a reason that the page does not know yet is told as the server tells it', () => {
  language.set('zh');
  expect(sentenceOf()({ message: 'Not on Sundays.', why: { reason: 'sunday' } })).toBe('Not on Sundays.');
});

test('a problem about something else says nothing of a code', () => {
  const problem = { status: 409, code: 'hold_expired', title: '', detail: 'Gone.' };
  expect(promoSaidIn(new ApiError(problem))).toBeNull();
  const errors = [{ path: 'promocode', message: 'No.' }];
  const refused = new ApiError({ ...problem, errors, members: { promo: { reason: 'used-up' } } });
  expect(promoSaidIn(refused)).toEqual({ message: 'No.', why: { reason: 'used-up' } });
});
