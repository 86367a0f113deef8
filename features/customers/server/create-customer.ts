import type { Hours } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { matchesBalance } from '../rules/credits.ts';
import { customerConstraints, insertCustomer, type NewCustomer, toCustomerReply } from './customer-record.ts';

type Credits = readonly { readonly numCredits: Hours }[];

/** The office adds a customer, who confirms the number at the first sign-in. */
export async function createCustomer(
  ctx: ContextOf<'admin'>,
  person: NewCustomer & { readonly credits?: Credits | undefined },
): Promise<CustomerReply | Refusal<'mobile_in_use' | 'email_in_use' | 'credits_elsewhere' | 'unavailable'>> {
  if (!matchesBalance(person.credits, 0)) return refuse('credits_elsewhere');
  return inTransaction(
    ctx,
    async (tx) => {
      const customer = await insertCustomer(tx, person, false);
      const { mobile, email } = customer;
      await audit(tx, {
        action: 'customer.created',
        subject: { kind: 'customer', id: customer.id },
        after: { mobile, email },
      });
      return toCustomerReply(customer);
    },
    customerConstraints,
  );
}
