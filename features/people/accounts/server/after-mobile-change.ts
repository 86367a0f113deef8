import { ownSession, type Role } from '#platform/kernel/actor.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendKind } from '#platform/server/messages.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { MOBILE_CHANGED } from '../rules/messages.ts';

/**
 * The consequences of a new mobile number, whoever saved it: ends the account's sessions except the current
 * one of its owner, and notifies the old number. The account is locked, so that nobody signs in with the old
 * number meanwhile.
 */
export async function afterMobileChange(
  tx: Tx,
  account: { readonly role: Role; readonly id: string },
  oldMobile: string,
): Promise<void> {
  await endSessionsOf(tx, { ...account, ...ownSession(tx.actor, account) }, 'mobile-changed');
  const { role, id } = account;
  const whose = { [`${role}Id`]: id };
  await sendKind(tx, MOBILE_CHANGED, { to: { mobile: oldMobile }, ...whose, data: {}, keepsNothing: true });
}
