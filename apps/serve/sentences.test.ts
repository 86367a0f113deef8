import { expect, test } from 'vitest';
import { sentenceFor } from './sentences.ts';

test('a taken port comes with the command that avoids it', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 });
  expect(sentenceFor(error)).toContain('PORT=3001 npm start');
});

test('a port that needs rights says which ones do not', () => {
  const error = Object.assign(new Error('listen'), { code: 'EACCES', port: 80 });
  expect(sentenceFor(error)).toContain('above 1023');
});

test('our own sentences stand alone, faults come with their place', () => {
  expect(sentenceFor(new Error('The disk is full.'))).toBe('The disk is full.');
  expect(sentenceFor(new TypeError('x is not a function'))).toContain('sentences.test.ts');
});
