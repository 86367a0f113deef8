import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { recordReport } from '#platform/server/delivery-reports.ts';
import { reportsUrl } from './site.ts';

interface Report {
  readonly messageId: string;
  readonly body: Buffer;
  readonly signature: string;
}

/**
 * Receives a status report of the SMS gateway. The signed URL is built from our configuration, never from the
 * request.
 */
export async function receiveReport(
  ctx: Context,
  { messageId, body, signature }: Report,
): Promise<{ readonly received: true } | Refusal<'bad_signature'>> {
  const url = reportsUrl(ctx.config, messageId);
  const report = await ctx.providers.sms.readReport?.({ url, body, signature });
  if (!report) return refuse('bad_signature');
  await recordReport(ctx, messageId, report);
  return { received: true };
}
