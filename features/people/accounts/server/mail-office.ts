import { readContact } from '#features/catalogue/settings/server/index.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type Mail, mailTask } from '#platform/server/messages.ts';

/**
 * E-mails the office at the business address, or all admins if it has none. Does nothing without any address:
 * the subject is shown in the office anyway.
 */
export async function mailOffice(tx: Tx, mail: Omit<Mail, 'to'>): Promise<void> {
  const addresses = await officeAddresses(tx);
  await tx.outbox.publishAll(
    tx,
    addresses.map((to) => mailTask(tx, { ...mail, to })),
  );
}

async function officeAddresses(ctx: Context): Promise<readonly string[]> {
  const { email } = await readContact(ctx);
  if (email !== '') return [email];
  const admins = await ctx.db.selectFrom('admin').select('email').where('trashed_at', 'is', null).execute();
  return [...new Set(admins.map((admin) => admin.email).filter((address) => address !== ''))];
}
