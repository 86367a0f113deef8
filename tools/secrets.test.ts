import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

/* Nobody commits a secret: every file that git knows is searched for the forms that providers give their keys. */

const SECRETS: Readonly<Record<string, RegExp>> = {
  'a live Stripe key': /\b[sr]k_live_[0-9a-zA-Z]{16,}/,
  'a webhook secret': /\bwhsec_[0-9a-zA-Z+/]{24,}/,
  'a private key': /-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/,
  'an AWS key': /\bAKIA[0-9A-Z]{16}\b/,
  'a GitHub token': /\bgh[pousr]_[0-9A-Za-z]{36}/,
  'a Slack token': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a Google API key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a Twilio key': /\bSK[0-9a-f]{32}\b/,
  'an API key of Kemas': /\bkemas_live_[\w-]{43}/,
  'an npm token': /\bnpm_[0-9A-Za-z]{36}\b/,
};
const LARGEST = 2_000_000;

function secretsIn(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([name, form]) => (form.test(text) ? [name] : []));
}

test('no file of the repository contains a secret', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const files = stdout.split('\0').filter((file) => file !== '' && !file.endsWith('package-lock.json'));
  const found = files.flatMap((file) => {
    const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: LARGEST };
    return size < LARGEST ? secretsIn(readFileSync(file, 'latin1')).map((name) => `${file}: ${name}`) : [];
  });
  expect(files.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

// Put together here, so that this file passes.
test.each([
  ['a live Stripe key', ['sk', 'live', 'a'.repeat(24)].join('_')],
  ['a private key', `-----BEGIN PRIVATE ${'KEY-----'}\n${'A'.repeat(64)}`],
  ['an AWS key', `AKIA${'A'.repeat(16)}`],
  ['a GitHub token', `ghp_${'a'.repeat(36)}`],
])('%s would be found', (name, text) => {
  expect(secretsIn(`key = "${text}"`)).toEqual([name]);
});
