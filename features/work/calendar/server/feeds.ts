import { randomBytes } from 'node:crypto';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { translationsFor } from '#features/messages/messages/server/index.ts';
import { findOfficeRole } from '#features/people/accounts/server/index.ts';
import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import type { FeedState } from '../contract.ts';
import { feedCreatedMail } from '../texts/feed-created-mail.ts';

/** Bytes of the secret in the URL, enough to be unguessable. Source: OWASP ASVS 5.0, 11.5.1. */
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
/** Reads are recorded at most this often, as programs read every few minutes. */
const NOTED_EVERY = { hours: 1 };

const NONE: FeedState = { createdAt: null, lastReadAt: null };

/** An active feed and its reader, who determines the access rules. */
export interface LiveFeed {
  readonly id: string;
  readonly reader: SignedIn;
}

export async function readFeedState(ctx: Context<SignedIn>): Promise<FeedState> {
  const feed = await ctx.db
    .selectFrom('calendar_feed')
    .select(['createdAt', 'lastReadAt'])
    .where('role', '=', ctx.actor.role)
    .where('accountID', '=', ctx.actor.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (feed === undefined) return NONE;
  return { createdAt: wireTime(feed.createdAt), lastReadAt: wireTimeOrNull(feed.lastReadAt) };
}

/** Creates a new secret URL. It is returned only this once and stored as a hash. An earlier one ends. */
export function makeFeed(ctx: Context<SignedIn>) {
  const taken = { calendar_feed_live: refuse('unavailable') };
  return inTransaction(
    ctx,
    async (tx) => {
      await endFeedsOf(tx, tx.actor);
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const now = tx.clock.now().toString();
      const { role, id: accountID } = tx.actor;
      const secretMac = tx.keys.mac('feed', secret);
      const id = tx.newID();
      await tx.db
        .insertInto('calendar_feed')
        .values({ id, role, accountID, secretMac, createdAt: now })
        .execute();
      await audit(tx, { action: 'calendar-feed.made', subject: { kind: 'calendar-feed', id } });
      await mailFeedCreated(tx);
      return { url: `${tx.config.PUBLIC_URL ?? ''}/ical/${secret}.ics`, ...(await readFeedState(tx)) };
    },
    taken,
  );
}

export function endFeed(ctx: Context<SignedIn>) {
  return inTransaction(ctx, async (tx) => {
    await endFeedsOf(tx, tx.actor);
    return NONE;
  });
}

/** Ends an account's feed, if any: on request, and whenever all sessions of the account end. */
export async function endFeedsOf(
  tx: Tx,
  account: { readonly role: Role; readonly id: string },
): Promise<void> {
  const ended = await tx.db
    .updateTable('calendar_feed')
    .set({ endedAt: tx.clock.now().toString() })
    .where('role', '=', account.role)
    .where('accountID', '=', account.id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) return;
  await audit(tx, { action: 'calendar-feed.ended', subject: { kind: 'calendar-feed', id: ended.id } });
}

/** The feed of a secret; null if it is unknown or ended, or its owner may no longer sign in. */
export async function findFeed(ctx: Context, secret: string): Promise<LiveFeed | null> {
  if (!SECRET.test(secret)) return null;
  const feed = await ctx.db
    .selectFrom('calendar_feed')
    .select(['id', 'role', 'accountID'])
    .where('secretMac', '=', ctx.keys.mac('feed', secret))
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (feed === undefined) return null;
  if (!(await isActive(ctx, feed.accountID))) return null;
  const reader = { role: feed.role as Role, id: feed.accountID, sessionID: '' };
  const officeRole = await findOfficeRole(ctx, feed.accountID);
  return { id: feed.id, reader: officeRole === null ? reader : { ...reader, officeRole } };
}

/** Ids are unique across the three kinds of account, so it is found in one of them. */
async function isActive({ db }: Context, id: string): Promise<boolean> {
  const accounts = await db
    .selectFrom('admin')
    .select('trashedAt')
    .where('id', '=', id)
    .unionAll(db.selectFrom('cleaner').select('trashedAt').where('id', '=', id))
    .unionAll(db.selectFrom('customer').select('trashedAt').where('id', '=', id))
    .execute();
  return accounts.length > 0 && accounts.every((account) => account.trashedAt === null);
}

export async function noteRead(ctx: Context, { id }: LiveFeed): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('calendar_feed')
    .set({ lastReadAt: now.toString() })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('lastReadAt', 'is', null), eb('lastReadAt', '<', now.subtract(NOTED_EVERY).toString())]),
    )
    .execute();
}

/** An account without an email address gets no mail. */
async function mailFeedCreated(tx: Tx<SignedIn>): Promise<void> {
  const { role, id } = tx.actor;
  const email = await emailOf(tx, id);
  if (email === '') return;
  const { name: business, phone } = await readContact(tx);
  const translations = await translationsFor(tx, { role, id });
  const owner = { [`${role}ID`]: id };
  await sendMail(tx, { to: email, ...feedCreatedMail(translations, { business, phone }), ...owner });
}

/** Ids are unique across the three kinds of account. */
async function emailOf({ db }: Tx, id: string): Promise<string> {
  const account = await db
    .selectFrom('admin')
    .select('email')
    .where('id', '=', id)
    .unionAll(db.selectFrom('cleaner').select('email').where('id', '=', id))
    .unionAll(db.selectFrom('customer').select('email').where('id', '=', id))
    .executeTakeFirst();
  return account?.email ?? '';
}
