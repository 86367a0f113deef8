// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '#platform/web/api/api-error.ts';
import { language } from '#platform/web/i18n/language.ts';
import { useJobSentence } from './sentence.ts';

const broken = new ApiError({
  status: 500,
  code: 'internal_error',
  title: 'Broken',
  detail: 'Something broke.',
});

afterEach(() => {
  cleanup();
  act(() => language.set('en'));
});

test('a server error is reported in the language of the page', () => {
  const { result } = renderHook(useJobSentence);
  expect(result.current(broken)).toBe('Something broke.');
  act(() => language.set('zh'));
  expect(result.current(broken)).toBe('我们这边出了问题。请稍后再试。');
});
