import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { startErrorMessage } from './start-errors.ts';

test('suggests a command for a port in use', () => {
  const error = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 3000 });
  expect(startErrorMessage(error)).toContain('PORT=3001 npm start');
});

test('suggests a port that needs no privileges', () => {
  const error = Object.assign(new Error('listen'), { code: 'EACCES', port: 80 });
  expect(startErrorMessage(error)).toContain('above 1023');
});

test('our own sentences are shown alone, bugs with their stack', () => {
  expect(startErrorMessage(new Error('The disk is full.'))).toBe('The disk is full.');
  expect(startErrorMessage(new TypeError('x is not a function'))).toContain('start-errors.test.ts');
});

test('a wrong option and a full disk are sentences, not stacks', () => {
  const message = (run: () => unknown) => {
    try {
      return String(run());
    } catch (error) {
      return startErrorMessage(error);
    }
  };
  expect(message(() => parseArgs({ args: ['--backups', 'x'], allowPositionals: true }))).toMatch(
    /^Unknown option '--backups'\.\n/,
  );
  expect(message(() => parseArgs({ args: ['x'] }))).toMatch(/^Unexpected argument 'x'\.\n/);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(startErrorMessage(full)).toMatch(/^There is no space left on the disk .*Make room/);
});
