import pino, { type DestinationStream, type Logger } from 'pino';
import type { Alerts } from './alerts/alerts.ts';
import type { Config } from './config.ts';

/**
 * The fields of an error that are logged besides its type, message and stack. All others are dropped, because drivers
 * attach the data they worked on: pg the values of a row (`detail`, `where`), nodemailer the recipients (`response`,
 * `envelope`), Stripe the whole reply (`raw`, with the client secret).
 */
const LOGGED_FIELDS = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'command',
  'responseCode',
  'statusCode',
  'requestId',
  'decline_code',
] as const;

const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  [/(?<![\w-])\+?(?:65)?[ -]?[3689]\d{3}[ -]?\d{4}(?![\w-])/g, '[number]'],
  [/\b(?:sk|rk|whsec|kemas_live)_[\w+/=-]+|_secret_\w+/g, '[secret]'],
];

/**
 * SQLSTATE classes whose messages name tables and constraints but no values: connection, integrity, transaction,
 * resources, state, operator intervention, system. Source: PostgreSQL manual, appendix A.
 */
const MESSAGE_WITHOUT_VALUES = /^(?:08|23|25|40|53|55|57|58)...$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
const MAX_CAUSES = 3;
const LESS_THAN_WARNINGS = ['error', 'fatal', 'silent'];

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
  readonly [field: string]: unknown;
}

/**
 * The loggable form of an error, without personal data or secrets. A thrown value that is not an Error is reduced to
 * its type.
 */
export function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  return {
    type: error.constructor.name,
    message: messageOf(fields),
    stack: framesOf(error),
    ...Object.fromEntries(
      LOGGED_FIELDS.filter((name) => ['string', 'number'].includes(typeof fields[name])).map((name) => [
        name,
        fields[name],
      ]),
    ),
    ...(error.cause instanceof Error && causes > 0 && { cause: loggedError(error.cause, causes - 1) }),
  };
}

function messageOf(error: Error & Readonly<Record<string, unknown>>): string {
  const { code, severity } = error;
  const isFromPostgres = typeof severity === 'string' && typeof code === 'string' && SQLSTATE.test(code);
  if (isFromPostgres && !MESSAGE_WITHOUT_VALUES.test(code)) return `PostgreSQL error ${code}`;
  return withoutPersonalData(error.message);
}

/** `why` is the message of an error that was turned into an outcome. */
function loggedReason(why: unknown): unknown {
  return typeof why === 'string' ? withoutPersonalData(why) : why;
}

/** The text with e-mail addresses, phone numbers and secrets masked. */
export function withoutPersonalData(text: string): string {
  return PERSONAL.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
}

/** The stack begins with the message, which may have several lines, so only the frames are kept. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

interface LogOptions {
  /** Told of every line that is marked `wake: true`. */
  readonly alerts?: Pick<Alerts, 'stream'>;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/** The process log, as JSON lines. */
export function openLog(
  config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>,
  { alerts, destination = pino.destination(1) }: LogOptions = {},
): Logger {
  const options = {
    level: config.LOG_LEVEL ?? (config.NODE_ENV === 'production' ? 'info' : 'warn'),
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: loggedError, error: loggedError, why: loggedReason },
  };
  if (alerts === undefined) return pino(options, destination);
  // Somebody is woken even if the log itself shows less.
  const streams = [
    { level: options.level, stream: destination },
    { level: 'warn' as const, stream: alerts.stream },
  ];
  const level = LESS_THAN_WARNINGS.includes(options.level) ? 'warn' : options.level;
  return pino({ ...options, level }, pino.multistream(streams as pino.StreamEntry[]));
}
