import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#platform/server/message-log.ts';
import type { SentMessage } from './seeding.ts';

/** Stores a past message in the sandbox's inbox, and in the log as sent. */
export async function keepMessage(ctx: Context, message: SentMessage): Promise<void> {
  const { row, id, channel, to, at } = message;
  const sent_at = at.toString();
  const written = row && (await ctx.composed.messageWriter?.write?.(ctx, row as unknown as MessageRow));
  if (written && 'skipped' in written) return;
  const { subject = message.subject, body, html = null } = written ?? { ...message, html: null };
  const shown = { subject: channel === 'sms' ? null : subject, body };
  await ctx.db
    .insertInto('sandbox.message')
    .values({ id, channel, recipient: to, ...shown, html, sent_at })
    .execute();
  if (row === undefined || written === undefined) return;
  await ctx.db
    .insertInto('message')
    .values({
      ...row,
      data: JSON.stringify(row.data),
      ...shown,
      language: written.language,
      state: 'sent',
      attempts: 1,
      sent_at,
    })
    .execute();
}
