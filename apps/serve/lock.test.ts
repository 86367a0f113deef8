import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kemas-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a second app on the folder is told where the first one answers', () => {
  lockFolder(folder).announce('http://127.0.0.1:3000');
  expect(() => lockFolder(folder)).toThrow('already runs at http://127.0.0.1:3000');
});

test('while the first one is still starting, the second one is told so', () => {
  lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('already starting');
});

test('a released folder is free', () => {
  lockFolder(folder).release();
  expect(() => lockFolder(folder)).not.toThrow();
});

test('the lock of an app that is gone is taken over', () => {
  writeFileSync(join(folder, 'kemas.lock'), JSON.stringify({ pid: 2 ** 22 + 1, began: '1' }));
  expect(() => lockFolder(folder)).not.toThrow();
});

test('a process id that was given out again does not hold the folder', () => {
  writeFileSync(join(folder, 'kemas.lock'), JSON.stringify({ pid: process.pid, began: 'some other time' }));
  expect(() => lockFolder(folder)).not.toThrow();
});

test('a lock that a power cut left half-written is taken over', () => {
  writeFileSync(join(folder, 'kemas.lock'), '{"pid":');
  expect(() => lockFolder(folder)).not.toThrow();
});

test('the folder is made when it is missing', () => {
  lockFolder(join(folder, 'data/here'));
  expect(existsSync(join(folder, 'data/here/kemas.lock'))).toBe(true);
});
