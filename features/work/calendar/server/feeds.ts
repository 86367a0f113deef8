import { randomBytes } from 'node:crypto';
import { readContact } from '#features/catalogue/settings/server/index.ts';
import { languageOf } from '#features/messages/messages/server/index.ts';
import { findOfficeRole } from '#features/people/accounts/server/index.ts';
import type { Role, SignedIn } from '#platform/kernel/actor.ts';
import { wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import type { FeedState } from '../contract.ts';
import { feedCreatedMail } from '../rules/feed-created-mail.ts';

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
    .select(['created_at', 'last_read_at'])
    .where('role', '=', ctx.actor.role)
    .where('account_id', '=', ctx.actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (feed === undefined) return NONE;
  return { createdAt: wireTime(feed.created_at), lastReadAt: wireTimeOrNull(feed.last_read_at) };
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
      const { role, id: account_id } = tx.actor;
      const secret_mac = tx.keys.mac('feed', secret);
      const id = tx.newId();
      await tx.db
        .insertInto('calendar_feed')
        .values({ id, role, account_id, secret_mac, created_at: now })
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
    .set({ ended_at: tx.clock.now().toString() })
    .where('role', '=', account.role)
    .where('account_id', '=', account.id)
    .where('ended_at', 'is', null)
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
    .select(['id', 'role', 'account_id'])
    .where('secret_mac', '=', ctx.keys.mac('feed', secret))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (feed === undefined) return null;
  if (!(await isActive(ctx, feed.account_id))) return null;
  const reader = { role: feed.role as Role, id: feed.account_id, sessionId: '' };
  const officeRole = await findOfficeRole(ctx, feed.account_id);
  return { id: feed.id, reader: officeRole === null ? reader : { ...reader, officeRole } };
}

/** Ids are unique across the three kinds of account, so it is found in one of them. */
async function isActive({ db }: Context, id: string): Promise<boolean> {
  const accounts = await db
    .selectFrom('admin')
    .select('trashed_at')
    .where('id', '=', id)
    .unionAll(db.selectFrom('cleaner').select('trashed_at').where('id', '=', id))
    .unionAll(db.selectFrom('customer').select('trashed_at').where('id', '=', id))
    .execute();
  return accounts.length > 0 && accounts.every((account) => account.trashed_at === null);
}

export async function noteRead(ctx: Context, { id }: LiveFeed): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('calendar_feed')
    .set({ last_read_at: now.toString() })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('last_read_at', 'is', null), eb('last_read_at', '<', now.subtract(NOTED_EVERY).toString())]),
    )
    .execute();
}

/** An account without an email address gets no mail. */
async function mailFeedCreated(tx: Tx<SignedIn>): Promise<void> {
  const { role, id } = tx.actor;
  const email = await emailOf(tx, id);
  if (email === '') return;
  const { name: business, phone } = await readContact(tx);
  const language = await languageOf(tx, role, id);
  const owner = { [`${role}Id`]: id };
  await sendMail(tx, { to: email, ...feedCreatedMail(language, { business, phone }), ...owner });
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
