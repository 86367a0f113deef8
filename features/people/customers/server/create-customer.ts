import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { WHY_ADJUSTED } from '../rules/credits.ts';
import { adjustCredits } from '../rules/policy.ts';
import { adjustTiers, type CreditTier } from './customer-credits.ts';
import {
  customerConstraints,
  insertCustomer,
  type NewCustomer,
  readCustomerInFull,
} from './customer-record.ts';

/** The office creates a customer, who confirms the number at the first sign-in. */
export async function createCustomer(
  ctx: ContextOf<'admin'>,
  person: NewCustomer & {
    readonly credits?: readonly CreditTier[] | undefined;
    readonly creditsReason?: string | undefined;
  },
): Promise<CustomerReply | Refusal<'mobile_in_use' | 'email_in_use' | 'forbidden' | 'unavailable'>> {
  const { credits = [], creditsReason } = person;
  if (credits.length > 0 && !may(ctx.actor, adjustCredits)) return refuse('forbidden');
  return inTransaction(
    ctx,
    async (tx) => {
      const { id, mobile, email } = await insertCustomer(tx, person, false);
      await audit(tx, {
        action: 'customer.created',
        subject: { kind: 'customer', id },
        after: { firstname: person.firstname, lastname: person.lastname, mobile, email },
      });
      await adjustTiers(tx, { customerId: id, tiers: credits, reason: creditsReason || WHY_ADJUSTED });
      return saveIdempotentReply(tx, await readCustomerInFull(tx, id));
    },
    customerConstraints,
  );
}
