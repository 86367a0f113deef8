import { expect, test } from 'vitest';
import { startErrorMessage } from './start-errors.ts';

test('a taken port comes with the command that avoids it', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 });
  expect(startErrorMessage(error)).toContain('PORT=3001 npm start');
});

test('a port that needs rights says which ones do not', () => {
  const error = Object.assign(new Error('listen'), { code: 'EACCES', port: 80 });
  expect(startErrorMessage(error)).toContain('above 1023');
});

test('our own sentences stand alone, faults come with their place', () => {
  expect(startErrorMessage(new Error('The disk is full.'))).toBe('The disk is full.');
  expect(startErrorMessage(new TypeError('x is not a function'))).toContain('start-errors.test.ts');
});
