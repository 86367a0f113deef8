import { parse } from 'node:querystring';
import type { DeliveryNews, DeliveryReport, ReportRequest } from './sms.ts';

/**
 * Reads a Twilio status callback
 * (https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks).
 * @returns null when it is not signed with the account's token.
 */
export async function readTwilioReport(
  authToken: string,
  { url, body, header }: ReportRequest,
): Promise<DeliveryReport | null> {
  const form = parse(body.toString('utf8'));
  const signature = header('x-twilio-signature') ?? '';
  // Only this file of the library, because the whole of it is large.
  const { validateRequest } = await import('twilio/lib/webhooks/webhooks.js');
  if (signature === '' || !validateRequest(authToken, signature, url, form)) return null;
  const news = NEWS[String(form.MessageStatus)] ?? 'none';
  return { messageID: null, news, reason: news === 'failed' ? reasonOf(String(form.ErrorCode ?? '')) : '' };
}

const NEWS: Readonly<Record<string, DeliveryNews>> = {
  accepted: 'taken',
  queued: 'taken',
  sending: 'taken',
  sent: 'taken',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

function reasonOf(code: string): string {
  const reason = REASONS[code] ?? 'The network did not deliver it.';
  return /^\d{1,6}$/.test(code) ? `${reason} (Twilio ${code})` : reason;
}

/** Delivery errors. Source: https://www.twilio.com/docs/api/errors */
const REASONS: Readonly<Record<string, string>> = {
  '21610': 'They have opted out of text messages from our number.',
  '30001': 'The gateway had too many messages waiting.',
  '30002': 'The account at the gateway is suspended.',
  '30003': 'The phone could not be reached: switched off, or out of coverage.',
  '30004': 'The phone or its network blocks the message.',
  '30005': 'The number is not in use.',
  '30006': 'The number is a landline, or its network takes no text messages.',
  '30007': 'The network filtered it as unwanted.',
  '30008': 'The network did not say why.',
};
