import { type Selectable, sql } from 'kysely';
import type { CustomerRegistration } from '#database/generated.ts';
import { CODE_LIFE } from '#features/people/accounts/rules/codes.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { CONSENT_CHANNELS, type ConsentChannel } from '../rules/consents.ts';
import type { NewCustomer } from './customer-record.ts';

/** The data of a sign-up with its consents. */
export interface SigningUp extends NewCustomer {
  readonly consents?: { readonly [Channel in ConsentChannel]?: boolean | undefined } | undefined;
}

/** A registration for a number that is not confirmed yet. Only its author can make it take effect. */
export type RegistrationRow = Selectable<CustomerRegistration>;

/**
 * Saves the registration for which a code was sent; it replaces the number's previous one, whose code is
 * invalid by then. It reserves nothing: only customers make a number or an address "in use".
 */
export async function saveRegistration(
  ctx: Context,
  person: SigningUp & { readonly id: string },
  visitor: string | null,
): Promise<RegistrationRow> {
  const { id, mobile, salutation, firstname, lastname, email } = person;
  const values = {
    id,
    mobile,
    salutation,
    firstname,
    lastname,
    email,
    consents: [...tickedOf(person)],
    visitorMac: macOfVisitor(ctx, visitor),
    createdAt: ctx.clock.now().toString(),
  };
  return ctx.db
    .insertInto('customer_registration')
    .values(values)
    .onConflict((conflict) => conflict.column('mobile').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function tickedOf({ consents }: SigningUp): readonly ConsentChannel[] {
  return CONSENT_CHANNELS.filter((channel) => consents?.[channel] === true);
}

/**
 * The registration for which a code was sent, if the code is entered in the browser that sent the
 * registration.
 */
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
  return row?.visitorMac === macOfVisitor(tx, of.visitor) ? row : null;
}

/** Whoever has confirmed the number decides its data anew. */
export async function dropRegistrationOf(ctx: Context, mobile: string): Promise<void> {
  await ctx.db.deleteFrom('customer_registration').where('mobile', '=', mobile).execute();
}

/** Cron job: deletes registrations that no code can confirm any more. */
export async function purgeRegistrations(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(CODE_LIFE).toString();
  await ctx.db.deleteFrom('customer_registration').where('createdAt', '<', limit).execute();
}

/** The customer that it would create. */
export function toRegistrationReply(row: RegistrationRow): CustomerReply {
  const { id, mobile, salutation, firstname, lastname, email } = row;
  const at = wireTime(row.createdAt);
  return {
    id,
    mobile,
    salutation,
    firstname,
    lastname,
    email,
    displayName: '',
    fullname: fullnameOf({ ...row, displayName: null }),
    creditsLeft: 0,
    creditCardBrand: null,
    creditCardLast4: null,
    creditCardExpiryMonth: null,
    creditCardExpiryYear: null,
    otpVerified: false,
    trash: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** The refusal if a customer already has the number or the address; null otherwise. */
export async function findInUse(tx: Tx, { mobile, email }: NewCustomer) {
  const taken = await tx.db
    .selectFrom('customer')
    .select('mobile')
    .where('closedAt', 'is', null)
    .where((row) => row.or([row('mobile', '=', mobile), sql<boolean>`lower(email) = lower(${email})`]))
    .execute();
  if (taken.some((customer) => customer.mobile === mobile)) return refuse('mobile_in_use');
  return taken.length > 0 ? refuse('email_in_use') : null;
}

function macOfVisitor(ctx: Context, visitor: string | null): string | null {
  return visitor === null ? null : ctx.keys.mac('register', `visitor|${visitor}`);
}
