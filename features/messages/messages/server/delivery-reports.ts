import { id } from '#platform/contract/schemas.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { recordReport } from '#platform/server/delivery-reports.ts';
import { originOf } from '#platform/server/origin.ts';
import type { ReportRequest } from '#platform/server/providers/sms.ts';

type Received = { readonly received: true };
type RawReport = Pick<ReportRequest, 'body' | 'header'>;

/** Receives a report of Twilio. The signed URL is built from our configuration, never from the request. */
export async function receiveTwilioReport(
  ctx: Context,
  messageID: string,
  raw: RawReport,
): Promise<Received | Refusal<'bad_signature'>> {
  const url = reportsUrl(ctx.config, 'twilio', messageID);
  const report = await ctx.providers.sms.readReport?.({ ...raw, url });
  if (!report) return refuse('bad_signature');
  await recordReport(ctx, messageID, report);
  return { received: true };
}

/** Receives a report of a generic gateway. The message is named by the URL, or else by the report. */
export async function receiveGatewayReport(
  ctx: Context,
  messageID: string | undefined,
  raw: RawReport,
): Promise<Received | Refusal<'bad_secret' | 'invalid'>> {
  const url = reportsUrl(ctx.config, 'sms-gateway', messageID ?? '');
  const report = await ctx.providers.sms.readReport?.({ ...raw, url });
  if (!report) return refuse('bad_secret');
  const named = id.safeParse(messageID ?? report.messageID);
  if (!named.success) return refuse('invalid', { detail: 'The report does not name a message by our id.' });
  await recordReport(ctx, named.data, report);
  return { received: true };
}

/** The webhooks of `contract.ts` that receive delivery reports. */
type ReportsWebhook = 'twilio' | 'sms-gateway';

/** The URL to which an SMS provider reports a message's status. */
export function reportsUrl(config: Config, webhook: ReportsWebhook, messageID: string): string {
  return `${originOf(config)}/api/webhooks/${webhook}?message=${messageID}`;
}
