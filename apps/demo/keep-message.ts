import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#platform/server/message-log.ts';
import type { NotWritten, WrittenMessage } from '#platform/server/messages.ts';
import type { SentMessage } from './seeding.ts';

/** Stores a past message in the sandbox's inbox, and in the log as sent. */
export async function keepMessage(ctx: Context, { at, row, mail }: SentMessage): Promise<void> {
  const { id, channel, recipient } = row;
  const sentAt = at.toString();
  const written = mail === undefined ? await write(ctx, row) : { ...mail, language: null, html: null };
  if (written === undefined || 'skipped' in written) return;
  const { language, body, html = null } = written;
  const shown = { subject: channel === 'sms' ? null : (written.subject ?? null), body };
  await ctx.db
    .insertInto('sandbox.message')
    .values({ id, channel, recipient, ...shown, html, sentAt })
    .execute();
  await ctx.db
    .insertInto('message')
    .values({
      ...row,
      data: JSON.stringify(row.data),
      ...shown,
      body: mail === undefined ? body : null,
      language,
      state: 'sent',
      attempts: 1,
      sentAt,
    })
    .execute();
}

async function write(
  ctx: Context,
  row: SentMessage['row'],
): Promise<WrittenMessage | NotWritten | undefined> {
  return ctx.composed.messageWriter?.write?.(ctx, row as unknown as MessageRow);
}
