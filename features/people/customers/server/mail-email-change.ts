import { randomBytes } from 'node:crypto';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendKind } from '#platform/server/messages.ts';
import { throttle } from '#platform/server/throttle.ts';
import { HAS_ACCOUNT_MAILS } from '../rules/email-change.ts';
import { EMAIL_CONFIRMATION, EMAIL_HAS_ACCOUNT } from '../rules/messages.ts';
import { type CustomerRow, findOpenByEmail } from './customer-record.ts';
import { hashOfToken } from './email-change.ts';

const TOKEN_BYTES = 32;

/** Task: sends the link to the new address, or notifies the customer who has that address. */
export async function mailEmailChange(
  ctx: Context,
  { changeId }: { readonly changeId: string },
): Promise<void> {
  const change = await findUnsent(ctx, changeId);
  if (change === undefined) return;
  const owner = await findOpenByEmail(ctx, change.email);
  if (owner !== null && owner.id !== change.customer_id) await notifyOwner(ctx, owner);
  else await mailLink(ctx, changeId);
}

function findUnsent(ctx: Context, changeId: string) {
  return ctx.db
    .selectFrom('customer_email_change')
    .select(['email', 'customer_id'])
    .where('id', '=', changeId)
    .where('ended_at', 'is', null)
    .where('token_sha256', 'is', null)
    .executeTakeFirst();
}

/** At most once a day, however often and by however many customers the address is entered. */
async function notifyOwner(ctx: Context, { id, email }: CustomerRow): Promise<void> {
  if ((await throttle(ctx, { key: `email-has-account:${id}`, ...HAS_ACCOUNT_MAILS })) !== null) return;
  const sent = await inTransaction(ctx, (tx) =>
    sendKind(tx, EMAIL_HAS_ACCOUNT, { to: { email }, customerId: id, data: {} }),
  );
  if (isRefusal(sent)) throw new Error('The e-mail to the owner of an address could not be queued.');
}

/** If the task runs again it finds the token stored, and sends nothing. */
async function mailLink(ctx: Context, changeId: string): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sent = await inTransaction(ctx, async (tx) => {
    const change = await tx.db
      .updateTable('customer_email_change')
      .set({ token_sha256: hashOfToken(token) })
      .where('id', '=', changeId)
      .where('ended_at', 'is', null)
      .where('token_sha256', 'is', null)
      .returning(['email', 'customer_id', 'expires_at'])
      .executeTakeFirst();
    if (change === undefined) return;
    await sendKind(tx, EMAIL_CONFIRMATION, {
      to: { email: change.email },
      customerId: change.customer_id,
      data: { token },
      notAfter: readDatabaseTime(change.expires_at),
      // Neither the link nor an address that may be a stranger's is stored in the message log.
      keepsNothing: true,
    });
  });
  if (isRefusal(sent)) throw new Error('The confirmation link could not be queued.');
}
