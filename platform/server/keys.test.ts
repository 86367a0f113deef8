import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { keysFrom, loadSecret } from './keys.ts';

vi.mock('node:fs/promises', { spy: true });

const keys = keysFrom('a secret that is only used in tests, long enough');
const others = keysFrom('another secret that is only used in tests, too');

it('opens what it sealed, and seals differently each time', () => {
  const sealed = keys.seal('totp', 'JBSWY3DPEHPK3PXP 密', 'mina');
  expect(keys.open('totp', sealed, 'mina')).toBe('JBSWY3DPEHPK3PXP 密');
  expect(sealed).not.toContain('JBSW');
  expect(keys.seal('totp', 'JBSWY3DPEHPK3PXP 密', 'mina')).not.toBe(sealed);
});

it('does not open for another owner, under another secret, or with a changed byte', () => {
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

describe('the generated secret', () => {
  const inTempDir = async (work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'kemas-secret-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const load = (folder: string) => loadSecret(loadConfig({ DATA_DIR: folder }));

  it('is created once, readable by its owner only, without leftovers', () =>
    inTempDir(async (folder) => {
      const secret = await load(folder);
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect(await load(folder)).toBe(secret);
      expect(await readdir(folder)).toEqual(['session-secret']);
      expect((await stat(join(folder, 'session-secret'))).mode & 0o777).toBe(0o600);
    }));

  it('leaves nothing behind when the disk is full, and the next start creates it', () =>
    inTempDir(async (folder) => {
      vi.mocked(writeFile).mockImplementationOnce(async (file) => {
        await writeFile(file, '');
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      });
      await expect(load(folder)).rejects.toThrow('no space left');
      expect(await readdir(folder)).toEqual([]);
      expect(await load(folder)).toHaveLength(64);
    }));

  it.each(['', '\n', 'x'.repeat(31)])('is refused when the file contains %j', (text) =>
    inTempDir(async (folder) => {
      await writeFile(join(folder, 'session-secret'), text);
      await expect(load(folder)).rejects.toThrow(
        /session-secret has \d+ characters.*Restore it from a backup/,
      );
      expect(await readFile(join(folder, 'session-secret'), 'utf8')).toBe(text);
    }),
  );
});

it('uses a different key for each purpose', () => {
  const purposes = [
    'xsrf',
    'code',
    'gift',
    'register',
    'facebook-proof',
    'feed',
    'cursor',
    'unsubscribe',
  ] as const;
  const macs = purposes.map((purpose) => keys.mac(purpose, 'the same message'));
  expect(new Set(macs).size).toBe(purposes.length);
  expect(macs).not.toContain(others.mac('xsrf', 'the same message'));
});
