import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/server/config.ts';
import { envExample } from './env-example.ts';

test('.env.example is up to date: npm run env:example', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample());
});

test('the defaults in .env.example are accepted', () => {
  const lines = envExample()
    .split('\n')
    .filter((line) => /^#[A-Z0-9_]+=/.test(line));
  const env = Object.fromEntries(lines.map((line) => line.slice(1).split(/=(.*)/s, 2)));
  expect(loadConfig(env)).toEqual(loadConfig({}));
  expect(lines.length).toBeGreaterThan(30);
});
