import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import {
  CONSENT_TEXT,
  type ConsentChannel,
  type Consents,
  consentChanges,
  consentsOf,
} from '../rules/consents.ts';

/**
 * A customer's current consents. Must be checked before sending news or offers; codes, bookings and reminders
 * need no consent. Source: PDPA.
 */
export async function readConsents(ctx: Context, customerId: string): Promise<Consents> {
  return consentsOf(await findGiven(ctx, customerId));
}

/** Saves new and withdrawn consents. The customer is locked. */
export async function changeConsents(
  tx: Tx,
  customerId: string,
  wanted: Partial<Record<ConsentChannel, boolean | undefined>>,
): Promise<void> {
  const { give, withdraw } = consentChanges(await findGiven(tx, customerId), wanted);
  await giveConsents(tx, customerId, { channels: give, source: 'account' });
  await withdrawConsents(tx, customerId, { channels: withdraw, how: 'account' });
}

export async function giveConsents(
  tx: Tx,
  customerId: string,
  {
    channels,
    source,
  }: { readonly channels: readonly ConsentChannel[]; readonly source: 'sign-up' | 'account' },
): Promise<void> {
  if (channels.length === 0) return;
  const given = { customer_id: customerId, text_version: CONSENT_TEXT, source };
  await tx.db
    .insertInto('customer_consent')
    .values(
      channels.map((channel) => ({
        ...given,
        id: tx.newId(),
        channel,
        given_at: tx.clock.now().toString(),
      })),
    )
    .execute();
}

export async function withdrawConsents(
  tx: Tx,
  customerId: string,
  { channels, how }: { readonly channels: readonly ConsentChannel[]; readonly how: 'account' | 'closed' },
): Promise<void> {
  if (channels.length === 0) return;
  await tx.db
    .updateTable('customer_consent')
    .set({ withdrawn_at: tx.clock.now().toString(), withdrawn_how: how })
    .where('customer_id', '=', customerId)
    .where('channel', 'in', [...channels])
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Review requests and renewal offers: customers get them until they opt out. */
const FOLLOW_UPS = 'follow-ups';

/** Whether this customer may get messages that are not about a booking. */
export async function wantsFollowUps({ db }: Context, customerId: string): Promise<boolean> {
  const newest = await db
    .selectFrom('customer_consent')
    .select('withdrawn_at')
    .where('customer_id', '=', customerId)
    .where('channel', '=', FOLLOW_UPS)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest === undefined || newest.withdrawn_at === null;
}

/**
 * Opts out of review requests, renewal offers, and news by e-mail, through a link in one. The customer is
 * locked.
 */
export async function stopFollowUps(tx: Tx, customerId: string): Promise<void> {
  if (await wantsFollowUps(tx, customerId))
    await withdrawFollowUps(tx, customerId, { channels: [FOLLOW_UPS, 'email'], how: 'link' });
}

/** Undoes that for review requests and renewal offers; news and offers stay off. The customer is locked. */
export async function resumeFollowUps(tx: Tx, customerId: string): Promise<void> {
  if (!(await wantsFollowUps(tx, customerId))) await giveFollowUps(tx, customerId, 'link');
}

/** The same on the account page, where news by e-mail has its own switch. The customer is locked. */
export async function changeFollowUps(tx: Tx, customerId: string, wanted: boolean): Promise<void> {
  if ((await wantsFollowUps(tx, customerId)) === wanted) return;
  if (wanted) await giveFollowUps(tx, customerId, 'account');
  else await withdrawFollowUps(tx, customerId, { channels: [FOLLOW_UPS], how: 'account' });
}

/** Customers agree to them implicitly by booking: that is recorded together with the opt-out. */
async function withdrawFollowUps(
  tx: Tx,
  customerId: string,
  { channels, how }: { readonly channels: readonly string[]; readonly how: 'link' | 'account' },
): Promise<void> {
  const given = await findGiven(tx, customerId);
  if (!given.includes(FOLLOW_UPS as ConsentChannel)) await giveFollowUps(tx, customerId, 'booking');
  await tx.db
    .updateTable('customer_consent')
    .set({ withdrawn_at: tx.clock.now().toString(), withdrawn_how: how })
    .where('customer_id', '=', customerId)
    .where('channel', 'in', [...channels])
    .where('withdrawn_at', 'is', null)
    .execute();
}

async function giveFollowUps(
  tx: Tx,
  customer_id: string,
  source: 'booking' | 'link' | 'account',
): Promise<void> {
  const given_at = tx.clock.now().toString();
  const agreed = { customer_id, text_version: 'follow-ups-1', source, given_at };
  await tx.db
    .insertInto('customer_consent')
    .values({ id: tx.newId(), channel: FOLLOW_UPS, ...agreed })
    .execute();
}

/** All consents ever given, for the data export. */
export async function consentHistory({ db }: Context, customerId: string) {
  const rows = await db
    .selectFrom('customer_consent')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('given_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    'News and offers by': row.channel,
    'Agreed on': wireTime(row.given_at),
    'Where you agreed': row.source,
    'Version of the wording': row.text_version,
    'Withdrawn on': wireTimeOrNull(row.withdrawn_at),
  }));
}

async function findGiven({ db }: Context, customerId: string): Promise<ConsentChannel[]> {
  const rows = await db
    .selectFrom('customer_consent')
    .select('channel')
    .where('customer_id', '=', customerId)
    .where('withdrawn_at', 'is', null)
    .execute();
  return rows.map((row) => row.channel as ConsentChannel);
}
