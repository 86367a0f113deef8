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
export async function readConsents(ctx: Context, customerID: string): Promise<Consents> {
  return consentsOf(await findGiven(ctx, customerID));
}

/** Saves new and withdrawn consents. The customer is locked. */
export async function changeConsents(
  tx: Tx,
  customerID: string,
  wanted: Partial<Record<ConsentChannel, boolean | undefined>>,
): Promise<void> {
  const { give, withdraw } = consentChanges(await findGiven(tx, customerID), wanted);
  await giveConsents(tx, customerID, { channels: give, source: 'account' });
  await withdrawConsents(tx, customerID, { channels: withdraw, how: 'account' });
}

export async function giveConsents(
  tx: Tx,
  customerID: string,
  {
    channels,
    source,
  }: { readonly channels: readonly ConsentChannel[]; readonly source: 'sign-up' | 'account' },
): Promise<void> {
  if (channels.length === 0) return;
  const given = { customerID, textVersion: CONSENT_TEXT, source };
  await tx.db
    .insertInto('customer_consent')
    .values(
      channels.map((channel) => ({
        ...given,
        id: tx.newID(),
        channel,
        givenAt: tx.clock.now().toString(),
      })),
    )
    .execute();
}

export async function withdrawConsents(
  tx: Tx,
  customerID: string,
  { channels, how }: { readonly channels: readonly ConsentChannel[]; readonly how: 'account' | 'closed' },
): Promise<void> {
  if (channels.length === 0) return;
  await tx.db
    .updateTable('customer_consent')
    .set({ withdrawnAt: tx.clock.now().toString(), withdrawnHow: how })
    .where('customerID', '=', customerID)
    .where('channel', 'in', [...channels])
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** Review requests and renewal offers: customers get them until they opt out. */
const FOLLOW_UPS = 'follow-ups';

/** Whether this customer may get messages that are not about a booking. */
export async function wantsFollowUps({ db }: Context, customerID: string): Promise<boolean> {
  const newest = await db
    .selectFrom('customer_consent')
    .select('withdrawnAt')
    .where('customerID', '=', customerID)
    .where('channel', '=', FOLLOW_UPS)
    .orderBy('givenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest === undefined || newest.withdrawnAt === null;
}

/**
 * Opts out of review requests, renewal offers, and news by e-mail, through a link in one. The customer is
 * locked.
 */
export async function stopFollowUps(tx: Tx, customerID: string): Promise<void> {
  if (await wantsFollowUps(tx, customerID))
    await withdrawFollowUps(tx, customerID, { channels: [FOLLOW_UPS, 'email'], how: 'link' });
}

/** Undoes that for review requests and renewal offers; news and offers stay off. The customer is locked. */
export async function resumeFollowUps(tx: Tx, customerID: string): Promise<void> {
  if (!(await wantsFollowUps(tx, customerID))) await giveFollowUps(tx, customerID, 'link');
}

/** The same on the account page, where news by e-mail has its own switch. The customer is locked. */
export async function changeFollowUps(tx: Tx, customerID: string, wanted: boolean): Promise<void> {
  if ((await wantsFollowUps(tx, customerID)) === wanted) return;
  if (wanted) await giveFollowUps(tx, customerID, 'account');
  else await withdrawFollowUps(tx, customerID, { channels: [FOLLOW_UPS], how: 'account' });
}

/** Customers agree to them implicitly by booking: that is recorded together with the opt-out. */
async function withdrawFollowUps(
  tx: Tx,
  customerID: string,
  { channels, how }: { readonly channels: readonly string[]; readonly how: 'link' | 'account' },
): Promise<void> {
  const given = await findGiven(tx, customerID);
  if (!given.includes(FOLLOW_UPS as ConsentChannel)) await giveFollowUps(tx, customerID, 'booking');
  await tx.db
    .updateTable('customer_consent')
    .set({ withdrawnAt: tx.clock.now().toString(), withdrawnHow: how })
    .where('customerID', '=', customerID)
    .where('channel', 'in', [...channels])
    .where('withdrawnAt', 'is', null)
    .execute();
}

async function giveFollowUps(
  tx: Tx,
  customerID: string,
  source: 'booking' | 'link' | 'account',
): Promise<void> {
  const givenAt = tx.clock.now().toString();
  const agreed = { customerID, textVersion: 'follow-ups-1', source, givenAt };
  await tx.db
    .insertInto('customer_consent')
    .values({ id: tx.newID(), channel: FOLLOW_UPS, ...agreed })
    .execute();
}

/** All consents ever given, for the data export. */
export async function consentHistory({ db }: Context, customerID: string) {
  const rows = await db
    .selectFrom('customer_consent')
    .selectAll()
    .where('customerID', '=', customerID)
    .orderBy('givenAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    'News and offers by': row.channel,
    'Agreed on': wireTime(row.givenAt),
    'Where you agreed': row.source,
    'Version of the wording': row.textVersion,
    'Withdrawn on': wireTimeOrNull(row.withdrawnAt),
  }));
}

async function findGiven({ db }: Context, customerID: string): Promise<ConsentChannel[]> {
  const rows = await db
    .selectFrom('customer_consent')
    .select('channel')
    .where('customerID', '=', customerID)
    .where('withdrawnAt', 'is', null)
    .execute();
  return rows.map((row) => row.channel as ConsentChannel);
}
