import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('a store for uploads is configured whole, or not at all', () => {
  expect(loadConfig({}).S3_BUCKET).toBeUndefined();
  expect(loadConfig(S3)).toMatchObject({ ...S3, S3_REGION: 'auto' });
  const half = { ...S3, S3_BUCKET: '', S3_ACCESS_KEY_ID: '' };
  expect(() => loadConfig(half)).toThrow(ConfigError);
  expect(() => loadConfig(half)).toThrow(/S3_BUCKET.*\n.*S3_ACCESS_KEY_ID/);
});

it('Facebook is configured with its secret, or not at all', () => {
  const app = { FACEBOOK_APP_ID: '178', FACEBOOK_APP_SECRET: 'secret' };
  expect(loadConfig(app)).toMatchObject(app);
  expect(() => loadConfig({ ...app, FACEBOOK_APP_SECRET: '' })).toThrow(/FACEBOOK_APP_SECRET/);
});

describe('TRUST_PROXY', () => {
  it.each([
    ['', []],
    ['loopback', ['loopback']],
    ['loopback, uniquelocal,linklocal', ['loopback', 'uniquelocal', 'linklocal']],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/8,fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['2001:db8::1', ['2001:db8::1']],
  ])('accepts %j', (text, networks) => {
    expect(loadConfig({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(networks);
  });

  it.each(['0', '1', 'true', 'all', 'proxy.example', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '::/129'])(
    'refuses %j',
    (text) => {
      expect(() => loadConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY: list the networks/);
    },
  );

  it('is required in production with an https address', () => {
    const production = { NODE_ENV: 'production', SANDBOX: '1', SESSION_SECRET: 'x'.repeat(32) };
    const https = { ...production, PUBLIC_URL: 'https://kemas.example' };
    expect(() => loadConfig(https)).toThrow(/TRUST_PROXY: Kemas speaks HTTP only/);
    expect(loadConfig({ ...https, TRUST_PROXY: 'uniquelocal' }).TRUST_PROXY).toEqual(['uniquelocal']);
    expect(loadConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).TRUST_PROXY).toEqual([]);
    expect(loadConfig({ PUBLIC_URL: 'https://kemas.example' }).TRUST_PROXY).toEqual([]);
  });
});
