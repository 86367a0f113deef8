import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { recordReport } from '#platform/server/delivery-reports.ts';
import { reportsUrl } from './site.ts';

interface Report {
  readonly messageId: string;
  readonly body: Buffer;
  readonly signature: string;
}

/** Takes the SMS gateway's news of a message. The address that it signed is ours, never the request's own. */
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
