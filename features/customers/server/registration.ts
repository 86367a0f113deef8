import { type Selectable, sql } from 'kysely';
import type { CustomerRegistration } from '#database/generated.ts';
import { CODE_LIFE, resendWait } from '#features/accounts/rules/codes.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import type { NewCustomer } from './customer-record.ts';

/** What somebody said about a number that they have not confirmed yet. Nobody but they can make it count. */
export type RegistrationRow = Selectable<CustomerRegistration>;

/** Until another code may be sent to the number, a registration stands; afterwards the next one takes its place. */
const STANDS = Temporal.Duration.from({ seconds: resendWait(0) });

/**
 * Writes a registration down. It occupies nothing: only customers make a number or an address "in use", and a
 * registration of the same moment the number.
 */
export async function saveRegistration(
  tx: Tx,
  person: NewCustomer,
  visitor: string | null,
): Promise<RegistrationRow | Refusal<'mobile_in_use' | 'email_in_use'>> {
  const { mobile, salutation, firstname, lastname, email } = person;
  const inUse = await findInUse(tx, person);
  if (inUse !== null) return inUse;
  const now = tx.clock.now();
  const values = {
    id: tx.newId(),
    ...{ mobile, salutation, firstname, lastname, email },
    visitor_mac: macOfVisitor(tx, visitor),
    created_at: now.toString(),
  };
  const stands = sql<boolean>`customer_registration.created_at
    between ${now.subtract(STANDS).toString()} and ${now.toString()}`;
  const row = await tx.db
    .insertInto('customer_registration')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('mobile').doUpdateSet(values).where(sql<boolean>`not (${stands})`),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? refuse('mobile_in_use');
}

/** The registration that a code was sent for, if the same browser shows the code that sent the registration. */
export async function findRegistration(
  tx: Tx,
  of: { readonly id: string; readonly mobile: string; readonly visitor: string | null },
): Promise<RegistrationRow | null> {
  const row = await tx.db
    .selectFrom('customer_registration')
    .selectAll()
    .where('id', '=', of.id)
    .where('mobile', '=', of.mobile)
    .executeTakeFirst();
  return row?.visitor_mac === macOfVisitor(tx, of.visitor) ? row : null;
}

/** Whoever showed that the number is theirs decides anew what is said about it. */
export async function dropRegistrationOf(ctx: Context, mobile: string): Promise<void> {
  await ctx.db.deleteFrom('customer_registration').where('mobile', '=', mobile).execute();
}

export async function dropRegistration(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('customer_registration').where('id', '=', id).execute();
}

/** Removes what no code can confirm any more. A sweep. */
export async function purgeRegistrations(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(CODE_LIFE).toString();
  await ctx.db.deleteFrom('customer_registration').where('created_at', '<', limit).execute();
}

/** The customer that it would make. */
export function toRegistrationReply(row: RegistrationRow): CustomerReply {
  const { id, mobile, salutation, firstname, lastname, email } = row;
  const at = wireTime(row.created_at);
  return {
    ...{ id, mobile, salutation, firstname, lastname, email },
    fullname: fullnameOf(row),
    creditsLeft: 0,
    creditCardLast4: null,
    creditCardExpiryMonth: null,
    creditCardExpiryYear: null,
    otpVerified: false,
    trash: 0,
    createdAt: at,
    updatedAt: at,
  };
}

async function findInUse(tx: Tx, { mobile, email }: NewCustomer) {
  const taken = await tx.db
    .selectFrom('customer')
    .select('mobile')
    .where((row) => row.or([row('mobile', '=', mobile), sql<boolean>`lower(email) = lower(${email})`]))
    .execute();
  if (taken.some((customer) => customer.mobile === mobile)) return refuse('mobile_in_use');
  return taken.length > 0 ? refuse('email_in_use') : null;
}

function macOfVisitor(ctx: Context, visitor: string | null): string | null {
  return visitor === null ? null : ctx.keys.mac('register', `visitor|${visitor}`);
}
