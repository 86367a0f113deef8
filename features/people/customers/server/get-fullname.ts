import type { Refusal } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { throttleAll } from '#platform/server/throttle.ts';
import { maskedName } from '../rules/masked-name.ts';
import { customerFullname, findByEmail } from './customer-record.ts';

/** Enough for someone who mistypes a friend's address, too few to enumerate addresses. */
const ASKS_AN_HOUR = 10;
/** Per address: a household, or a script with several accounts. */
const ASKS_AN_HOUR_HERE = 30;

/** The masked name of the owner of an e-mail address; null if there is none, or the account is closed. */
export async function getFullname(
  ctx: ContextOf<'customer'>,
  email: string,
): Promise<{ fullname: string | null } | Refusal<'throttled'>> {
  const per = Temporal.Duration.from({ hours: 1 });
  const refused = await throttleAll(ctx, [
    { key: `fullname:${ctx.actor.id}`, most: ASKS_AN_HOUR, per },
    ...clientRules('fullname-here', { most: ASKS_AN_HOUR_HERE, per }, ctx),
  ]);
  if (refused !== null) return refused;
  const customer = await findByEmail(ctx, email);
  const isOpen = customer !== null && customer.trashed_at === null;
  return { fullname: isOpen ? maskedName(customerFullname(customer)) : null };
}
