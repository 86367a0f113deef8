import { expect, it } from 'vitest';
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
