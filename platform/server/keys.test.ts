import { expect, it } from 'vitest';
import { keysFrom } from './keys.ts';

const keys = keysFrom('a secret that is only used in tests, long enough');
const others = keysFrom('another secret that is only used in tests, too');

it('what is sealed opens again, and looks different each time', () => {
  const sealed = keys.seal('totp', 'JBSWY3DPEHPK3PXP 密', 'mina');
  expect(keys.open('totp', sealed, 'mina')).toBe('JBSWY3DPEHPK3PXP 密');
  expect(sealed).not.toContain('JBSW');
  expect(keys.seal('totp', 'JBSWY3DPEHPK3PXP 密', 'mina')).not.toBe(sealed);
});

it('opens for nobody else, under no other secret, and not when a byte was changed', () => {
  const sealed = keys.seal('totp', 'JBSWY3DPEHPK3PXP', 'mina');
  expect(keys.open('totp', sealed, 'otto')).toBeNull();
  expect(others.open('totp', sealed, 'mina')).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(keys.open('totp', changed.toString('base64url'), 'mina')).toBeNull();
  }
  for (const short of ['', 'AAAA', sealed.slice(0, 20)]) expect(keys.open('totp', short, 'mina')).toBeNull();
});
