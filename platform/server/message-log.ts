import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Db } from './database/database.ts';

export type Channel = 'sms' | 'email';

/** The recipient and subject matter of a message: what the log knows besides its text. */
export interface MessageFacts {
  /** `visit-booked`, `code`; defaults to `other`. */
  readonly kind?: string;
  readonly customerID?: string | null;
  readonly cleanerID?: string | null;
  /** The job, and the version of it that the message describes. */
  readonly job?: { readonly id: string; readonly version: number };
  /** The message that this one repeats. */
  readonly repeats?: string;
}

const TOO_LATE = 'It was too late to be of use.';

/** A row to insert into the log. */
export interface NewMessage {
  readonly id: string;
  readonly kind: string;
  readonly channel: Channel;
  readonly recipient: string;
  readonly customerID: string | null;
  readonly cleanerID: string | null;
  readonly jobID: string | null;
  readonly jobVersion: number | null;
  readonly key: string | null;
  readonly data: unknown;
  readonly language: string | null;
  readonly subject: string | null;
  readonly state: 'held' | 'queued';
  readonly attempts: 0;
  readonly failure: '';
  readonly repeats: string | null;
  /** ISO 8601, by the app's clock. */
  readonly dueAt: string;
  readonly notAfter: string | null;
  readonly createdAt: string;
}

/** The columns of a log row beyond its facts. */
export interface LoggedAs {
  readonly id: string;
  readonly channel: Channel;
  readonly to: string;
  /** Only for a message that is already written. */
  readonly subject?: string | undefined;
  /** The data of its template, for when it is sent. */
  readonly data?: unknown;
  /** The language it will be written in, if already known. */
  readonly language?: string | undefined;
  readonly key?: string | undefined;
  readonly notAfter?: string | undefined;
  /** How long it is held in the log, if it is. */
  readonly heldUntil?: Temporal.Instant | undefined;
}

export function logRow(ctx: Context, facts: MessageFacts, as: LoggedAs): NewMessage {
  const now = ctx.clock.now().toString();
  return {
    id: as.id,
    kind: facts.kind ?? 'other',
    channel: as.channel,
    recipient: as.to,
    customerID: facts.customerID ?? null,
    cleanerID: facts.cleanerID ?? null,
    jobID: facts.job?.id ?? null,
    jobVersion: facts.job?.version ?? null,
    key: as.key ?? null,
    data: as.data ?? null,
    language: as.language ?? null,
    subject: as.subject ?? null,
    state: as.heldUntil === undefined ? 'queued' : 'held',
    attempts: 0,
    failure: '',
    repeats: facts.repeats ?? null,
    dueAt: as.heldUntil?.toString() ?? now,
    notAfter: as.notAfter ?? null,
    createdAt: now,
  };
}

/** A log row, for writing and sending the message. */
export type MessageRow = Awaited<ReturnType<typeof findMessage>> & object;

export function findMessage({ db }: Context, id: string) {
  return db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Claims a message to send it, and counts the attempt. Null when it must not be sent: a newer one replaced it, or it
 * has been sent and only the confirmation was lost.
 */
export async function claimMessage({ db }: Context, id: string): Promise<MessageRow | null> {
  const row = await db
    .updateTable('message')
    .set({ state: 'sending', attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'sending'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The message as sent. */
export interface LeftAs {
  readonly language?: string;
  readonly subject?: string;
  readonly body?: string;
}

const LINK_WITH_SECRET = /(https?:\/\/[^\s#]+)#[A-Za-z0-9._~%=&+/-]+/g;

/**
 * A text without the secrets of its links. A link acts for its reader without a session, and its secret is the fragment,
 * which no server or proxy sees; people who read the log must not be able to act in the reader's name.
 */
export function withoutLinkSecrets(text: string): string {
  return text.replace(LINK_WITH_SECRET, '$1');
}

/** The gateway accepted it. If its report has already been recorded, only the text is still missing. */
export async function markSent({ db, clock }: Context, id: string, left: LeftAs): Promise<void> {
  const sentAt = clock.now().toString();
  await db
    .updateTable('message')
    .set(({ fn, val }) => ({
      ...left,
      state: sql<string>`case when state = 'sending' then 'sent' else state end`,
      sentAt: fn.coalesce('sentAt', val(sentAt)),
      failure: sql<string>`case when state = 'sending' then '' else failure end`,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['sending', 'sent', 'delivered', 'failed'])
    .execute();
}

/** The gateway did not accept it: it waits for its next attempt, or has used them all. */
export async function markFailed(
  { db }: Context,
  id: string,
  { why, isLast }: { readonly why: string; readonly isLast: boolean },
): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: isLast ? 'failed' : 'queued', failure: why })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

export const NOT_SENT_AGAIN =
  'Not sent, because the database was restored from a backup: it may have been sent since. Send it again if it is still true.';

/** In a restored database: what is due may have been sent since the backup. What is held until later was not. */
export async function withholdMessages(db: Db): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: 'failed', failure: NOT_SENT_AGAIN })
    .where((row) =>
      row.or([
        row('state', 'in', ['queued', 'sending']),
        row.and([row('state', '=', 'held'), row('dueAt', '<=', sql<string>`now()`)]),
      ]),
    )
    .execute();
}

/** The office decides that a failed message is of no more use. False if it has not failed, or is of none already. */
export async function dropFailed({ db, clock }: Context, id: string): Promise<boolean> {
  const now = clock.now().toString();
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ notAfter: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where((row) => row.or([row('notAfter', 'is', null), row('notAfter', '>', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The message is no longer useful. */
export async function markUseless({ db }: Context, id: string, failure = TOO_LATE): Promise<void> {
  await db
    .updateTable('message')
    .set({ state: 'superseded', failure })
    .where('id', '=', id)
    .where('state', 'in', ['held', 'queued', 'sending'])
    .execute();
}

/** Deletes the messages about a record that was only a test. One that is still queued finds itself gone, and is not sent. */
export async function removeMessagesAbout({ db }: Context, jobID: string): Promise<void> {
  await db.deleteFrom('message').where('jobID', '=', jobID).execute();
}
