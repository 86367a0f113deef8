import { languageOf } from '#features/messages/server/index.ts';
import { readContact } from '#features/settings/server/index.ts';
import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendMail } from '#platform/server/messages.ts';
import { feedCreatedMail } from '../rules/feed-created-mail.ts';

/** An account without an email address gets no mail. */
export async function mailFeedCreated(tx: Tx<SignedIn>): Promise<void> {
  const { role, id } = tx.actor;
  const email = await emailOf(tx, role, id);
  if (email === '') return;
  const { name: business, phone } = await readContact(tx);
  const language = await languageOf(tx, role, id);
  const mail = feedCreatedMail(language, { business, phone });
  await sendMail(tx, { to: email, ...mail, ...ownerOf(role, id) });
}

async function emailOf({ db }: Tx, role: Role, id: string): Promise<string> {
  const row = await db.selectFrom(role).select('email').where('id', '=', id).executeTakeFirst();
  return row?.email ?? '';
}

function ownerOf(role: Role, id: string) {
  if (role === 'customer') return { customerId: id };
  return role === 'cleaner' ? { cleanerId: id } : {};
}
