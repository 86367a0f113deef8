import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../log.ts';
import type { MailMessage } from '../providers/mail.ts';
import { type Alert, createAlerts } from './alerts.ts';
import { mailChannel, webhookChannel } from './channels.ts';

const MINUTE = 60_000;

function start() {
  let time = 0;
  const alerts = createAlerts(() => time);
  const log = openLog(
    { LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    { alerts, destination: { write: () => undefined } },
  );
  const sent: Alert[] = [];
  const failures: unknown[] = [];
  const connect = () =>
    alerts.sendThrough([async (alert) => void sent.push(alert)], (error) => failures.push(error));
  return { alerts, log, sent, failures, connect, pass: (ms: number) => (time += ms) };
}

test('a log line with wake is sent, others are not', () => {
  const { log, sent, connect } = start();
  connect();
  log.error({ wake: true, task: 'send-sms' }, 'task failed permanently');
  log.error({ task: 'send-sms' }, 'task failed');
  log.error({ note: '"wake":true' }, 'says so in a text');
  expect(sent).toEqual([{ event: 'task failed permanently', about: { task: 'send-sms' }, times: 1 }]);
});

test('what happened while Kemas was starting is sent once it can be', () => {
  const { log, sent, connect } = start();
  log.error({ wake: true }, 'early');
  connect();
  expect(sent.map(({ event }) => event)).toEqual(['early']);
});

test('an event that repeats is sent every quarter of an hour, with how often it happened', async () => {
  const { alerts, log, sent, connect, pass } = start();
  connect();
  for (let minute = 0; minute < 20; minute += 1) {
    log.error({ wake: true }, 'again');
    pass(MINUTE);
  }
  log.error({ wake: true }, 'another');
  expect(sent.map(({ event, times }) => [event, times])).toEqual([
    ['again', 1],
    ['again', 15],
    ['another', 1],
  ]);
  expect((await alerts.counter.get()).values).toMatchObject([
    { labels: { event: 'again' }, value: 20 },
    { labels: { event: 'another' }, value: 1 },
  ]);
});

test('errors are sent without personal data', () => {
  const { log, sent, connect } = start();
  connect();
  log.error({ wake: true, err: new Error('no such mailbox mei@example.com, 91234567') }, 'failed');
  expect(JSON.stringify(sent)).not.toMatch(/mei@|91234567/);
  expect(JSON.stringify(sent)).toContain('[email]');
});

test('a channel that fails does not stop the others, nor the log', async () => {
  const { alerts, log, sent, failures } = start();
  alerts.sendThrough(
    [
      () => Promise.reject(new Error('down')),
      async (alert) => {
        sent.push(alert);
      },
    ],
    (error) => failures.push(error),
  );
  log.error({ wake: true }, 'broken');
  await alerts.close();
  expect(sent).toHaveLength(1);
  expect(failures).toEqual([new Error('down')]);
});

const ALERT: Alert = { event: 'worker ended unexpectedly', about: { reason: 'lost' }, times: 3 };

test('an e-mail says what happened, how often, where, and what to do', async () => {
  const mails: MailMessage[] = [];
  const channel = mailChannel({
    mail: { send: async (mail) => void mails.push(mail) },
    recipients: async () => ['office@example.sg', 'boss@example.sg'],
    address: 'https://kemas.example',
  });
  await channel(ALERT);
  expect(mails.map(({ to }) => to)).toEqual(['office@example.sg', 'boss@example.sg']);
  expect(mails[0]?.subject).toBe('Kemas needs you: worker ended unexpectedly');
  expect(mails[0]?.body).toContain('Worker ended unexpectedly (3 times).');
  expect(mails[0]?.body).toContain('reason: "lost"');
  expect(mails[0]?.body).toContain('https://kemas.example');
  expect(mails[0]?.body).toContain('docs/runbook/alerts.md');
});

test('an e-mail that cannot be sent does not stop those to others', async () => {
  const sent: string[] = [];
  const channel = mailChannel({
    mail: {
      send: async ({ to }) => {
        if (to === 'gone@example.sg') throw new Error('no such mailbox');
        sent.push(to);
      },
    },
    recipients: async () => ['gone@example.sg', 'boss@example.sg'],
    address: 'https://kemas.example',
  });
  await expect(channel(ALERT)).rejects.toThrow('could not be sent');
  expect(sent).toEqual(['boss@example.sg']);
});

test('a webhook receives JSON, and an error of it is an error', async () => {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)));
    request.on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const channel = webhookChannel(url, 'https://kemas.example');
  await channel(ALERT);
  expect(JSON.parse(bodies.join(''))).toEqual({
    ...ALERT,
    address: 'https://kemas.example',
    text: 'Kemas (https://kemas.example): Worker ended unexpectedly (3 times).',
  });
  status = 500;
  await expect(channel(ALERT)).rejects.toThrow('500');
});
