import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import type { FileReply } from '#platform/contract/file.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { may, ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { fromEach } from '#platform/server/personal-data.ts';
import { takePersonalData } from '../rules/policy.ts';
import { type CustomerRow, getCustomer } from './customer-record.ts';
import { personOf } from './own-data.ts';

/**
 * All data about a customer as one file: for the customer with fresh proof of who they are, for the office
 * to answer data requests.
 */
export async function exportPersonalData(
  ctx: Context<SignedIn>,
  id: string,
  otp: string | number | undefined,
): Promise<FileReply | Unproven | Refusal<'not_found' | 'unavailable'>> {
  const isOpen = may(ctx.actor, takePersonalData, { customer: id });
  const customer = isOpen ? await getCustomer(ctx, id) : null;
  if (customer === null || customer.closed_at !== null) return refuse('not_found');
  const isOwn = ownIdFor(ctx.actor, takePersonalData) !== null;
  const unproven = isOwn
    ? await checkFreshSignIn(ctx, { role: 'customer', mobile: customer.mobile, otp })
    : null;
  if (unproven !== null) return unproven;
  const file = await writeFile(ctx, customer);
  const written = await inTransaction(ctx, (tx) =>
    audit(tx, { action: 'customer.data-downloaded', subject: { kind: 'customer', id } }),
  );
  return isRefusal(written) ? written : file;
}

async function writeFile(ctx: Context, customer: CustomerRow): Promise<FileReply> {
  const person = personOf(customer);
  const now = ctx.clock.now().toZonedDateTimeISO(ctx.config.BUSINESS_TZ);
  const parts = await fromEach(ctx, (data) => data.collect?.(ctx, person));
  const disclosed = (await fromEach(ctx, (data) => data.disclosures?.(ctx, person))).flat();
  const content = {
    About: 'Everything that Kemas keeps about you.',
    'Written on': now.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    ...Object.assign({}, ...parts),
    'Whom we gave your data to in the past year': disclosed.map(({ to, what, why }) => ({
      To: to,
      What: what,
      Why: why,
    })),
  };
  return {
    filename: `kemas-my-data-${now.toPlainDate().toString()}.json`,
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  };
}
