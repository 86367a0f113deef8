import { parse } from 'node:querystring';
import { isSameSecret } from '../keys.ts';
import type { DeliveryNews, DeliveryReport, ReportRequest } from './sms.ts';
import type { ReportFields } from './sms-gateway-settings.ts';

interface ReportsOf {
  readonly secret: string;
  readonly fields: ReportFields;
}

/**
 * Reads a delivery report as JSON or as a form.
 * @returns null when it does not carry the secret, as a Bearer token or as the password of HTTP Basic authentication
 */
export function readGatewayReport(
  { secret, fields }: ReportsOf,
  { body, header }: ReportRequest,
): DeliveryReport | null {
  if (!isSameSecret(secretIn(header('authorization') ?? ''), secret)) return null;
  const report = readBody(body.toString('utf8'));
  const news = NEWS[wordAt(report, fields.status).toLowerCase()] ?? 'none';
  const reason = wordAt(report, fields.reason)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return {
    messageID: wordAt(report, fields.id) || null,
    news,
    reason: news === 'failed' ? sentenceOf(reason) : '',
  };
}

function secretIn(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+) +(.+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const login = Buffer.from(value, 'base64').toString('utf8');
  return login.slice(login.indexOf(':') + 1);
}

/** An empty object for anything that is neither JSON nor a form: it says nothing. */
function readBody(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return parse(text);
  try {
    return JSON.parse(text);
  } catch {
    return {}; // broken JSON says nothing
  }
}

/** The text or number at a path such as `results.0.status`; empty if there is none. */
function wordAt(report: unknown, path: string): string {
  let part = report;
  for (const name of path.split('.')) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return '';
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return typeof part === 'string' || typeof part === 'number' ? String(part) : '';
}

const LONGEST_REASON = 200;

function sentenceOf(reason: string): string {
  if (reason === '') return 'The network did not deliver it.';
  return `The gateway says: ${reason.slice(0, LONGEST_REASON)}`;
}

/** The words of SMPP 3.4 (5.2.28), and those that HTTP gateways use for the same. */
const NEWS: Readonly<Record<string, DeliveryNews>> = {
  accepted: 'taken',
  acceptd: 'taken',
  buffered: 'taken',
  enroute: 'taken',
  pending: 'taken',
  queued: 'taken',
  sending: 'taken',
  sent: 'taken',
  submitted: 'taken',
  delivered: 'delivered',
  delivrd: 'delivered',
  delivery_success: 'delivered',
  read: 'delivered',
  success: 'delivered',
  canceled: 'failed',
  cancelled: 'failed',
  deleted: 'failed',
  delivery_failed: 'failed',
  error: 'failed',
  expired: 'failed',
  failed: 'failed',
  failure: 'failed',
  rejected: 'failed',
  rejectd: 'failed',
  undeliv: 'failed',
  undeliverable: 'failed',
  undelivered: 'failed',
};
