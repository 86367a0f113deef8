import { readInstant } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';

export const IN_THE_FUTURE = 'This time is in the future. Check the clock on this phone.';

/** The time sent by a phone, already validated by the contract; null if none was sent. */
export function readSentTime(ctx: Context, sent: string | undefined): Temporal.Instant | null {
  return sent === undefined ? null : readInstant(sent, ctx.config.BUSINESS_TZ);
}
