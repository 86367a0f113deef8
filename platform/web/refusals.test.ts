import { describe, expect, test } from 'vitest';
import { ApiError, offlineError } from './api/api-error.ts';
import { refusalSentence } from './refusals.ts';

const refusal = (code: string, status = 409, errors: { path: string; message: string }[] = []) =>
  new ApiError({ status, code, title: 'No', detail: 'The server’s sentence.', errors });

describe('the sentence for a refusal', () => {
  test.each([
    // description, problem, language, sentence
    ['the server’s sentence', refusal('hold_expired'), 'en', 'The server’s sentence.'],
    ['a field error', refusal('invalid', 422, [{ path: 'a', message: 'Fill in.' }]), 'en', 'Fill in.'],
    ['the feature’s own sentence', refusal('not_started'), 'zh', '请先开始，再结束。'],
    ['the same in Malay', refusal('not_started'), 'ms', 'Mulakan lawatan dahulu, kemudian tamatkannya.'],
    ['the common sentence', refusal('not_found', 404), 'zh', '找不到。请检查链接，再试一次。'],
    ['an unknown code', refusal('made_up'), 'zh', 'The server’s sentence.'],
    ['an internal error', refusal('made_up', 502), 'zh', '我们这边出了问题。请稍后再试。'],
    ['no signal', offlineError(), 'zh', '无法连接。请检查网络，再试一次。'],
    [
      'an error that is not an API error',
      new Error('x is undefined'),
      'en',
      'Something went wrong on our side. Try again in a moment.',
    ],
    ['a code that is an Object property', refusal('toString'), 'zh', 'The server’s sentence.'],
  ] as const)('%s', (_what, problem, language, sentence) => {
    expect(refusalSentence(problem, language, 'jobRefusals')).toBe(sentence);
  });
});
