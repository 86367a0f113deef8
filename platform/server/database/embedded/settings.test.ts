import { expect, it } from 'vitest';
import { sharedBuffers } from './settings.ts';

const GIGABYTE = 2 ** 30;

it.each([
  [GIGABYTE / 4, 128],
  [GIGABYTE, 256],
  [2 * GIGABYTE, 512],
  [24 * GIGABYTE, 2048],
])('a machine of %d bytes gives PostgreSQL %d MB of buffers', (memory, megabytes) => {
  expect(sharedBuffers(memory)).toBe(megabytes);
});
