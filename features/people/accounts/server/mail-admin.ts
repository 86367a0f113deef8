import { readContact } from '#features/catalogue/settings/server/index.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Mail, sendMail } from '#platform/server/messages.ts';
import type { AdminRow } from './admin-record.ts';

type To = { readonly fullname: string; readonly business: string };

/** E-mails an admin about their sign-in; does nothing for one without an address. */
export async function mailAdmin(
  tx: Tx,
  admin: Pick<AdminRow, 'email' | 'fullname'>,
  write: (to: To) => Pick<Mail, 'id' | 'subject' | 'body' | 'notAfter'>,
): Promise<void> {
  if (admin.email === '') return;
  const { name: business } = await readContact(tx);
  await sendMail(tx, { to: admin.email, ...write({ fullname: admin.fullname, business }) });
}
