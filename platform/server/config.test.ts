import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, metricsPort } from './config.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'photos',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('requires all settings of the upload store, or none', () => {
  expect(loadConfig({}).S3_BUCKET).toBeUndefined();
  expect(loadConfig(S3)).toMatchObject({ ...S3, S3_REGION: 'auto' });
  const half = { ...S3, S3_BUCKET: '', S3_ACCESS_KEY_ID: '' };
  expect(() => loadConfig(half)).toThrow(ConfigError);
  expect(() => loadConfig(half)).toThrow(/S3_BUCKET.*\n.*S3_ACCESS_KEY_ID/);
});

it('requires the Facebook app id and secret together', () => {
  const app = { FACEBOOK_APP_ID: '178', FACEBOOK_APP_SECRET: 'secret' };
  expect(loadConfig(app)).toMatchObject(app);
  expect(() => loadConfig({ ...app, FACEBOOK_APP_SECRET: '' })).toThrow(/FACEBOOK_APP_SECRET/);
});

it.each([
  ['STRIPE_SECRET_KEY', 'sk_live_1'],
  ['STRIPE_SECRET_KEY', 'rk_live_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
])('refuses the sandbox with the live key %s=%s', (name, key) => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://kemas.example',
    TRUST_PROXY: 'uniquelocal',
    SESSION_SECRET: 's'.repeat(32),
  };
  expect(() => loadConfig({ [name]: key })).toThrow(`${name}: a live key`);
  expect(() => loadConfig({ SANDBOX: '1', [name]: key })).toThrow(`${name}: a live key`);
  expect(() => loadConfig({ ...production, SANDBOX: '1', [name]: key })).toThrow(`${name}: a live key`);
  const test = { [name]: key.replace('live', 'test') };
  expect(loadConfig({ SANDBOX: '1', ...test })).toMatchObject(test);
  expect(loadConfig({ SANDBOX: '0', [name]: key })).toMatchObject({ [name]: key });
});

it.each(['0.0.0.0', '::', '192.168.1.20', 'kemas.local'])(
  'requires SANDBOX=1 for the sandbox to listen on %s',
  (HOST) => {
    expect(() => loadConfig({ HOST })).toThrow(/HOST: .*SANDBOX=1/);
    expect(loadConfig({ HOST, SANDBOX: '1' })).toMatchObject({ HOST });
    expect(loadConfig({ HOST, SANDBOX: '0' })).toMatchObject({ HOST });
  },
);

it.each(['127.0.0.1', '127.0.1.1', 'localhost', '::1'])(
  'allows the sandbox on %s without SANDBOX=1',
  (HOST) => {
    expect(loadConfig({ HOST }).HOST).toBe(HOST);
  },
);

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

describe('PUBLIC_URL', () => {
  it.each([
    ['https://kemas.example/', 'https://kemas.example'],
    ['HTTPS://Kemas.Example', 'https://kemas.example'],
    ['https://kemas.example:443', 'https://kemas.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('reduces %s to %s', (written, origin) => {
    expect(loadConfig({ PUBLIC_URL: written }).PUBLIC_URL).toBe(origin);
  });

  it.each([
    'https://kemas.example/app',
    'https://kemas.example/?a=1',
    'https://kemas.example/#a',
    'https://user@kemas.example',
    'ftp://kemas.example',
    'kemas.example',
  ])('refuses %s', (written) => {
    expect(() => loadConfig({ PUBLIC_URL: written })).toThrow(/PUBLIC_URL: (?:use an|leave out)/);
  });
});

it('requires an address of the database and a secret to share of a process that does half of the work', () => {
  const shared = { DATABASE_URL: 'postgres://kemas@database/kemas', SESSION_SECRET: 's'.repeat(32) };
  expect(loadConfig({}).PROCESS).toBe('all');
  for (const PROCESS of ['api', 'worker']) {
    expect(() => loadConfig({ PROCESS })).toThrow(/DATABASE_URL.*PROCESS=.*\n.*SESSION_SECRET/);
    expect(loadConfig({ ...shared, PROCESS })).toMatchObject({ PROCESS });
  }
  expect(() => loadConfig({ ...shared, PROCESS: 'web' })).toThrow('PROCESS');
});

it('takes other ways to the database only with DATABASE_URL', () => {
  const url = 'postgres://kemas@database/kemas';
  for (const name of ['DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL']) {
    expect(() => loadConfig({ [name]: url })).toThrow(`DATABASE_URL: needed with ${name}`);
    expect(loadConfig({ DATABASE_URL: url, [name]: url })).toMatchObject({ [name]: url });
    expect(() => loadConfig({ DATABASE_URL: url, [name]: 'mysql://database' })).toThrow(name);
  }
});

it('gives a worker a port for its metrics', () => {
  const shared = { DATABASE_URL: 'postgres://kemas@database/kemas', SESSION_SECRET: 's'.repeat(32) };
  expect(metricsPort(loadConfig({ ...shared, PROCESS: 'api' }))).toBeNull();
  expect(metricsPort(loadConfig({ ...shared, PROCESS: 'worker' }))).toBe(9464);
});

describe('the SMS gateway', () => {
  const gateway = { SMS_GATEWAY_URL: 'https://sms.example/v1', SMS_GATEWAY_HEADERS: '{"X-Api-Key":"k"}' };
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: 'Kemas' };
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    SESSION_SECRET: 's'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtps://mail.example',
    SMTP_FROM: 'hello@kemas.example',
  };

  it('is Twilio or another one, and in production one of them', () => {
    expect(() => loadConfig({ ...gateway, ...twilio })).toThrow(/SMS_GATEWAY_URL: set either this or/);
    expect(() => loadConfig(production)).toThrow(/TWILIO_ACCOUNT_SID: needed with NODE_ENV=production/);
  });

  it('has all of its settings, in the right form', () => {
    expect(() => loadConfig({ ...twilio, TWILIO_FROM: '' })).toThrow(/TWILIO_FROM: needed with the other/);
    expect(() => loadConfig({ ...gateway, SMS_GATEWAY_BODY: '{}' })).toThrow(/SMS_GATEWAY_BODY: use \{to\}/);
    expect(() => loadConfig({ ...gateway, SMS_GATEWAY_REPORT_SECRET: 'short' })).toThrow(/at least 32/);
    const plain = { ...production, ...gateway, SMS_GATEWAY_URL: 'http://sms.example/v1' };
    expect(() => loadConfig(plain)).toThrow(/SMS_GATEWAY_URL: it has to begin with https/);
  });
});

it('requires the address and password of OneMap together', () => {
  expect(() => loadConfig({ ONEMAP_EMAIL: 'office@example.com' })).toThrow(/ONEMAP_PASSWORD: needed/);
  expect(() => loadConfig({ ONEMAP_PASSWORD: 'p' })).toThrow(/ONEMAP_EMAIL: needed/);
});

describe('a public demo', () => {
  const demo = { DEMO: 'public', SANDBOX: '1' };

  it('needs the sandbox, and takes nothing else', () => {
    expect(loadConfig(demo).DEMO).toBe('public');
    expect(() => loadConfig({ DEMO: 'public' })).toThrow(/SANDBOX: set it to 1/);
    expect(() => loadConfig({ DEMO: 'everyone' })).toThrow(/DEMO/);
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'sk_test_1'],
    ['STRIPE_API_URL', 'https://stripe.example'],
    ['SMS_GATEWAY_URL', 'https://sms.example'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['ONEMAP_URL', 'https://map.example'],
    ['ALERT_WEBHOOK_URL', 'https://alerts.example'],
    ['ALERT_EMAIL', 'office@kemas.example'],
    ['DATABASE_URL', 'postgres://kemas@db/kemas'],
    ['WAL_ARCHIVE', '/wal'],
    ['ADMIN_PASSWORD', 'a password of twelve'],
    ['PROCESS', 'worker'],
  ])('is refused with %s', (name, value) => {
    expect(() => loadConfig({ ...demo, [name]: value })).toThrow(`${name}: leave it out with DEMO=public`);
  });
});
