import { readContact } from '#features/catalogue/settings/server/index.ts';
import { languageOf } from '#features/messages/messages/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendMail } from '#platform/server/messages.ts';
import { feedCreatedMail } from '../rules/feed-created-mail.ts';

/** An account without an email address gets no mail. */
export async function mailFeedCreated(tx: Tx<SignedIn>): Promise<void> {
  const { role, id } = tx.actor;
  const email = await emailOf(tx, id);
  if (email === '') return;
  const { name: business, phone } = await readContact(tx);
  const language = await languageOf(tx, role, id);
  const owner = { [`${role}Id`]: id };
  await sendMail(tx, { to: email, ...feedCreatedMail(language, { business, phone }), ...owner });
}

/** Ids are unique across the three kinds of account. */
async function emailOf({ db }: Tx, id: string): Promise<string> {
  const account = await db
    .selectFrom('admin')
    .select('email')
    .where('id', '=', id)
    .unionAll(db.selectFrom('cleaner').select('email').where('id', '=', id))
    .unionAll(db.selectFrom('customer').select('email').where('id', '=', id))
    .executeTakeFirst();
  return account?.email ?? '';
}
