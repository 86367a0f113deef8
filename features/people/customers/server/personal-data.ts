import { brandName, fileNameOf } from '#features/catalogue/settings/rules/brand-name.ts';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import type { FileReply } from '#platform/contract/file.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { fromEach, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { labelledValues } from '#platform/server/plain-record.ts';
import { eraseAuditValues } from '#platform/server/retention.ts';
import { homeFields } from '../address-shapes.ts';
import { CONSENT_CHANNELS } from '../rules/consents.ts';
import { takePersonalData } from '../rules/policy.ts';
import { consentHistory, withdrawConsents } from './consents.ts';
import {
  type CustomerRow,
  customerFullname,
  getCustomer,
  isFacebookLinked,
  NO_POSTAL,
} from './customer-record.ts';

export function personOf({ id, mobile, email }: Pick<CustomerRow, 'id' | 'mobile' | 'email'>): Person {
  return { role: 'customer', id, mobile, email };
}

/** What this feature stores about a customer: the record, homes and consents. */
export const customerData: PersonalData = {
  tables: [
    'customer',
    'customer_address',
    'customer_consent',
    'customer_email_change',
    'customer_facebook',
    'customer_registration',
  ],

  async collect(ctx, { id }) {
    return {
      'Your account': await accountOf(ctx, id),
      'Your homes': await homesOf(ctx, id),
      'New e-mail addresses that you asked for': await emailChangesOf(ctx, id),
      'News and offers that you agreed to': await consentHistory(ctx, id),
    };
  },

  async forget(tx, person) {
    const { id } = person;
    await withdrawConsents(tx, id, { channels: CONSENT_CHANNELS, how: 'closed' });
    await tx.db.deleteFrom('customer_email_change').where('customerID', '=', id).execute();
    await tx.db.deleteFrom('customer_facebook').where('customerID', '=', id).execute();
    await tx.db.deleteFrom('customer_registration').where('mobile', '=', person.mobile).execute();
    const homes = await forgetHomes(tx, id);
    await eraseAuditValues(tx, { kind: 'customer', ids: [id], fields: 'all' });
    await eraseAuditValues(tx, { kind: 'address', ids: homes, fields: 'all' });
  },
};

async function accountOf(ctx: Context, id: string) {
  const customer = await getCustomer(ctx, id);
  if (customer === null) return null;
  return {
    Salutation: customer.salutation,
    'First name': customer.firstname,
    'Last name': customer.lastname,
    'Name as shown': customerFullname(customer),
    Mobile: customer.mobile,
    'E-mail': customer.email,
    'E-mail confirmed on': wireTimeOrNull(customer.emailConfirmedAt),
    'Number confirmed on': wireTimeOrNull(customer.otpVerifiedAt),
    'Customer since': wireTime(customer.createdAt),
    'Signs in with Facebook': await isFacebookLinked(ctx, id),
    'Stored card':
      customer.cardLast4 === null
        ? null
        : `${customer.cardBrand ?? ''} ending in ${customer.cardLast4}`.trim(),
    'Hours of credit left': customer.creditsLeft,
  };
}

async function emailChangesOf({ db }: Context, customerID: string) {
  const changes = await db
    .selectFrom('customer_email_change')
    .selectAll()
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .execute();
  return changes.map((change) => ({
    'E-mail': change.email,
    'Asked on': wireTime(change.createdAt),
    'To be confirmed by': wireTime(change.expiresAt),
    'Ended on': wireTimeOrNull(change.endedAt),
    'How it ended': change.endReason,
  }));
}

async function homesOf({ db }: Context, customerID: string) {
  const homes = await db
    .selectFrom('customer_address')
    .selectAll()
    .where('customerID', '=', customerID)
    .orderBy('createdAt')
    .execute();
  return homes.map((home) => ({
    ...labelledValues(homeFields, home),
    'Added on': wireTime(home.createdAt),
    'Removed on': wireTimeOrNull(home.trashedAt),
  }));
}

/** Jobs reference homes, so their rows stay. Returns their ids. */
async function forgetHomes(tx: Tx, customerID: string): Promise<string[]> {
  const now = tx.clock.now().toString();
  const homes = await tx.db
    .updateTable('customer_address')
    .set({
      ...homeFields.initial,
      addressLine1: '',
      postal: NO_POSTAL,
      latitude: null,
      longitude: null,
      areaID: null,
      isPrimary: false,
      trashedAt: now,
      updatedAt: now,
    })
    .where('customerID', '=', customerID)
    .returning('id')
    .execute();
  return homes.map(({ id }) => id);
}

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
  if (customer === null || customer.closedAt !== null) return refuse('not_found');
  const isOwn = ownIDFor(ctx.actor, takePersonalData) !== null;
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
  const { businessName } = await readSettings(ctx, ['businessName']);
  const content = {
    About: `Everything that ${brandName(businessName)} keeps about you.`,
    'Written on': now.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    ...Object.assign({}, ...parts),
    'Whom we gave your data to in the past year': disclosed.map(({ to, what, why }) => ({
      To: to,
      What: what,
      Why: why,
    })),
  };
  return {
    filename: `${fileNameOf(businessName)}-my-data-${now.toPlainDate().toString()}.json`,
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  };
}

/** The office's notes about a customer, including withdrawn ones. */
export const noteData: PersonalData = {
  tables: ['customer_note'],

  async collect({ db }, { id }) {
    const notes = await db
      .selectFrom('customer_note')
      .select(['text', 'createdAt'])
      .where('customerID', '=', id)
      .orderBy('createdAt')
      .execute();
    const written = notes.map((note) => ({ 'Written on': wireTime(note.createdAt), Note: note.text }));
    return { 'Notes of the office about you': written };
  },

  async forget(tx, { id }) {
    await tx.db.deleteFrom('customer_note').where('customerID', '=', id).execute();
  },
};

/** Sign-up log entries while they are kept: matched by number and e-mail address only. */
export const signUpData: PersonalData = {
  tables: ['sign_up_entry'],

  async forget(tx, { mobile, email }) {
    const numbers = [mobile, mobile.slice(2), `+${mobile}`];
    await tx.db
      .deleteFrom('sign_up_entry')
      .where(({ or, eb }) =>
        or([eb('phone', 'in', numbers), ...(email === '' ? [] : [eb('email', '=', email)])]),
      )
      .execute();
  },
};
