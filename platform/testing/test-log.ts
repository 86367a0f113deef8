import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { inject } from 'vitest';
import { openLog } from '../server/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the apps under test write their logs. */
    logFolder: string;
  }
}

/**
 * The log of an app under test, as in production: a file of this process, which is searched after the run. Written at
 * once, because tests read it (loggedLines).
 */
export function openTestLog(): Logger {
  return openLog(
    { LOG_LEVEL: 'info', NODE_ENV: 'production' },
    { destination: pino.destination({ dest: logFile(), append: true, sync: true }) },
  );
}

export interface LoggedLine {
  readonly code?: string;
  readonly call?: string;
  readonly ip?: string;
  readonly actor?: { readonly role: string; readonly id: string };
}

/** The lines that the apps of this process have logged with a message. */
export function loggedLines(message: string): LoggedLine[] {
  const lines = readFileSync(logFile(), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
}

function logFile(): string {
  return join(inject('logFolder'), `${process.pid}.log`);
}

/** What must never be in a log. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  'a mobile number': /(?<![\w.-])(?:\+?65)?[89]\d{7}(?![\w.-])/,
  'a session token': /\beyJ[\w-]{10,}\.[\w-]{10,}/,
  'a Stripe secret': /\b(?:[sr]k_(?:test|live)_|whsec_)\w+|_secret_\w+/,
  'an API key': /\bkemas_live_[\w-]{10,}/,
  'a password hash': /\$argon2id?\$/,
  'a bearer header': /\bBearer \S/,
  // Not the middle of a UUID.
  'a gift code': /(?<![\w-])[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}(?![\w-])/,
};
const MAX_SHOWN = 10;

/** One sentence for each line with something forbidden: `an e-mail address: {"level":50,…`. */
export function secretsInLogs(folder: string): string[] {
  const lines = globSync(join(folder, '*.log')).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return lines.flatMap(secretsIn).slice(0, MAX_SHOWN);
}

export function secretsIn(line: string): string[] {
  return Object.entries(FORBIDDEN).flatMap(([what, form]) => (form.test(line) ? [`${what}: ${line}`] : []));
}
