import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { startTestApp } from '../testing/test-app.ts';
import { buildApp } from './http/build-app.ts';
import { openLog } from './log.ts';

let lines: string[] = [];
const log = openLog(
  { LOG_LEVEL: 'info', NODE_ENV: 'production' },
  { destination: { write: (line) => lines.push(line) } },
);

function logged(error: unknown) {
  lines = [];
  log.error({ err: error }, 'failed');
  return { text: lines.join(''), err: JSON.parse(lines[0] ?? '{}').err };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: unknown) => error as Error & { [name: string]: unknown },
  );

describe('a PostgreSQL error', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
    await database.pool.query('create table person (email text constraint person_email unique, age int)');
    await database.pool.query(`insert into person values ('mei@example.com', 1)`);
  });
  afterAll(() => database.close());
  const fail = (sql: string, values: unknown[] = []) => failureOf(database.pool.query(sql, values));

  it('keeps its constraint but not the values of the row', async () => {
    const error = await fail('insert into person values ($1, 2)', ['mei@example.com']);
    expect(error.detail).toContain('mei@example.com');
    const { text, err } = logged(error);
    expect(text).not.toContain('mei@example.com');
    expect(err).toMatchObject({
      type: 'DatabaseError',
      code: '23505',
      constraint: 'person_email',
      table: 'person',
      message: expect.stringContaining('violates unique constraint'),
      stack: expect.stringContaining('    at '),
    });
  });

  it.each([
    ['insert into person (age) values ($1)', ['S1234567D'], '22P02'],
    ['select $1::uuid', ['91234567 Mei'], '22P02'],
    [`select 'Mei Lim of Blk 12'::date`, [], '22007'],
    ['select Mei_Lim_Blk_12 frmo person', [], '42601'],
  ])('%s does not show its input', async (sql, values, code) => {
    const { text, err } = logged(await fail(sql, values));
    expect(text).not.toMatch(/S1234567D|91234567|Mei/i);
    expect(err).toMatchObject({ code, message: `PostgreSQL error ${code}` });
  });

  it('is masked as a cause, too', async () => {
    const cause = await fail('insert into person values ($1, 2)', ['mei@example.com']);
    const { text, err } = logged(new Error('not saved', { cause }));
    expect(text).not.toContain('mei@example.com');
    expect(err.cause).toMatchObject({ code: '23505' });
  });
});

it('an error of nodemailer does not name the recipient', async () => {
  const server = createServer((socket) => {
    const answers: Record<string, string> = {
      EHLO: '250 ok',
      MAIL: '250 ok',
      RCPT: '550 <mei@example.com> unknown, call 9123 4567',
    };
    socket.write('220 test\r\n');
    socket.on('data', (data) => socket.write(`${answers[data.toString().slice(0, 4)] ?? '221 bye'}\r\n`));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const transport = createTransport({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  const error = await failureOf(
    transport.sendMail({ from: 'a@b.example', to: 'mei@example.com', text: 'Hi' }),
  );
  transport.close();
  server.close();
  expect(JSON.stringify(error)).toContain('mei@example.com');
  const { text, err } = logged(error);
  expect(text).not.toMatch(/mei@example\.com|9123 4567/);
  expect(err).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' });
});

it('an error of Stripe does not include its reply, and so no client secret', () => {
  const { text, err } = logged(
    Stripe.errors.StripeError.generate({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'do_not_honor',
      message: 'Declined for mei@example.com, pi_1_secret_abc',
      statusCode: 402,
      requestId: 'req_1',
      headers: { authorization: 'Bearer sk_live_abc' },
      payment_intent: { clientSecret: 'pi_1_secret_abc', receipt_email: 'mei@example.com' },
    } as never),
  );
  expect(text).not.toMatch(/secret_abc|mei@example|sk_live/);
  expect(err).toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'do_not_honor',
    statusCode: 402,
    requestId: 'req_1',
  });
});

it('is masked when only its message is logged', () => {
  lines = [];
  log.warn({ why: 'Declined for mei@example.com' }, 'the outcome of a payment is unknown');
  expect(JSON.parse(lines[0] ?? '{}').why).toBe('Declined for [email]');
});

it('keeps ids, which are needed to find the record', () => {
  const id = '01900000-0000-7000-8000-0000000000a1';
  expect(logged(new Error(`The job ${id} has no crew.`)).err.message).toContain(id);
});

it('is masked for a failing request as well', async () => {
  const app = await startTestApp({ features: [] });
  const failing = Object.assign(new Error('broken'), { detail: 'Key (email)=(mei@example.com)' });
  const fails = ({ fastify }: { fastify: { get(url: string, work: () => never): unknown } }) => {
    fastify.get('/fails', () => {
      throw failing;
    });
  };
  const api = await buildApp({ services: { ...app.services, log }, routes: [fails as never] });
  lines = [];
  await api.fastify.inject({ url: '/fails' });
  await api.fastify.close();
  await app.close();
  expect(lines.join('')).toContain('broken');
  expect(lines.join('')).not.toContain('mei@example.com');
});
