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

test("a second app on the directory is told the first one's address", () => {
  lockFolder(folder).publish('http://127.0.0.1:3000');
  expect(() => lockFolder(folder)).toThrow('already runs at http://127.0.0.1:3000');
});

test('while the first app is still starting, the second one is told so', () => {
  lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('already starting');
});

test('a released directory is free', () => {
  lockFolder(folder).release();
  expect(() => lockFolder(folder)).not.toThrow();
});

test('takes over the lock of an app that has exited', () => {
  writeFileSync(join(folder, 'kemas.lock'), JSON.stringify({ pid: 2 ** 22 + 1, began: '1' }));
  expect(() => lockFolder(folder)).not.toThrow();
});

test('a reused process id does not hold the directory', () => {
  writeFileSync(join(folder, 'kemas.lock'), JSON.stringify({ pid: process.pid, began: 'some other time' }));
  expect(() => lockFolder(folder)).not.toThrow();
});

test('takes over a lock that a power failure left half-written', () => {
  writeFileSync(join(folder, 'kemas.lock'), '{"pid":');
  expect(() => lockFolder(folder)).not.toThrow();
});

test('creates a missing directory', () => {
  lockFolder(join(folder, 'data/here'));
  expect(existsSync(join(folder, 'data/here/kemas.lock'))).toBe(true);
});
