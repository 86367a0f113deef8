import { createHash, randomBytes } from 'node:crypto';
import type { OfficeRole, Role, SignedIn } from '../../kernel/actor.ts';
import { readDatabaseTime } from '../../kernel/business-time.ts';
import type { Context, Services, Tx } from '../context.ts';
import { compiledQuery } from '../database/compiled-query.ts';
import { SEEN_STEP, sessionLife } from './session-rules.ts';
import { readSessionToken, signSessionToken } from './session-token.ts';

export interface NewSession {
  readonly account: { readonly role: Role; readonly id: string };
  readonly jwt: string;
  readonly sessionID: string;
  /** Value of the second, HttpOnly cookie for a browser; null for a client without cookies. */
  readonly cookie: string | null;
  readonly expiresAt: Temporal.Instant;
  /** Its cookies stay when the browser is closed. */
  readonly outlivesBrowser: boolean;
}

export interface SignInBy {
  readonly role: Role;
  readonly accountID: string;
  readonly staySignedIn: boolean;
  /** If it differs from `staySignedIn`: an admin's session never lives longer, but may outlive the browser. */
  readonly outlivesBrowser?: boolean;
  /** True when the client sent cookies: its session is then bound to a second cookie. */
  readonly browser: boolean;
  /** The role of an admin in the office. */
  readonly officeRole?: OfficeRole;
  /** The identity provider, if the person did not use a code or password of ours: `facebook`. */
  readonly vouchedBy?: string;
}

/** Opens a session; the account's existing ones stay. */
export async function openSession(tx: Tx, by: SignInBy): Promise<NewSession> {
  const now = tx.clock.now();
  const sessionID = tx.newID();
  const cookie = by.browser ? randomBytes(32).toString('base64url') : null;
  const expiresAt = now.add(sessionLife(by.role, by.staySignedIn).most);
  await tx.db
    .insertInto('session')
    .values({
      id: sessionID,
      role: by.role,
      accountID: by.accountID,
      staySignedIn: by.staySignedIn,
      cookieSha256: cookie === null ? null : sha256(cookie),
      createdAt: now.toString(),
      lastSeenAt: now.toString(),
      expiresAt: expiresAt.toString(),
      ip: tx.ip,
      userAgent: tx.userAgent.slice(0, 300),
      vouchedBy: by.vouchedBy ?? null,
      officeRole: by.officeRole ?? null,
    })
    .execute();
  const jwt = await signSessionToken(
    tx.keys,
    { sessionID, role: by.role },
    { issued: now, expires: expiresAt },
  );
  const { outlivesBrowser = by.staySignedIn } = by;
  return { account: { role: by.role, id: by.accountID }, jwt, sessionID, cookie, expiresAt, outlivesBrowser };
}

/**
 * The actor of a Bearer token, or null: checks the signature, that the session is active and not idle for too long, and
 * the second cookie if the session has one. One read by primary key.
 */
export async function findActor(
  services: Services,
  token: string,
  cookie: string | undefined,
): Promise<(SignedIn & { readonly browser: boolean }) | null> {
  const now = services.clock.now();
  const claim = readSessionToken(services.keys, token, now);
  if (claim === null) return null;
  const session = await findOpenSession(services, claim.sessionID, now);
  if (session === null || session.role !== claim.role) return null;
  if (session.cookieSha256 !== null && (cookie === undefined || sha256(cookie) !== session.cookieSha256))
    return null;
  if (later(now, session.lastSeen.add(SEEN_STEP))) await touch(services, claim.sessionID, now);
  return {
    role: claim.role,
    id: session.accountID,
    sessionID: claim.sessionID,
    ...(session.officeRole !== null && { officeRole: session.officeRole as OfficeRole }),
    browser: session.cookieSha256 !== null,
  };
}

/** Whether a session is still open. Unlike a request, asking does not count as activity. */
export async function isSessionOpen(services: Services, sessionID: string): Promise<boolean> {
  return (await findOpenSession(services, sessionID, services.clock.now())) !== null;
}

const readOpenSession = compiledQuery(['id'], (db, { id }) =>
  db
    .selectFrom('session')
    .select(['accountID', 'role', 'officeRole', 'staySignedIn', 'cookieSha256', 'lastSeenAt', 'expiresAt'])
    .where('id', '=', id)
    .where('endedAt', 'is', null),
);

async function findOpenSession(services: Services, sessionID: string, now: Temporal.Instant) {
  const [row] = await readOpenSession(services.db, { id: sessionID });
  if (row === undefined) return null;
  const lastSeen = readDatabaseTime(row.lastSeenAt);
  const idleEnd = lastSeen.add(sessionLife(row.role as Role, row.staySignedIn).idle);
  if (later(now, idleEnd) || later(now, readDatabaseTime(row.expiresAt))) return null;
  return { ...row, lastSeen };
}

/** Ends one session, immediately and permanently. */
export async function endSession(ctx: Context, sessionID: string, reason: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ endedAt: ctx.clock.now().toString(), endReason: reason })
    .where('id', '=', sessionID)
    .where('endedAt', 'is', null)
    .execute();
}

/** Whose sessions end; `except` is the one that stays. */
export interface EndedSessions {
  readonly role: Role;
  readonly id: string;
  readonly except?: string;
}

declare module '../feature.ts' {
  interface Feature {
    /** Other credentials that end together with all sessions of an account, by the feature's name. */
    readonly onSessionsEnded?: Readonly<Record<string, (tx: Tx, account: EndedSessions) => Promise<void>>>;
  }
}

/**
 * Ends every session of an account but `except`, and its other credentials, such as calendar feeds: sign-out
 * everywhere, a new password, a changed mobile, trash.
 */
export async function endSessionsOf(tx: Tx, account: EndedSessions, reason: string): Promise<void> {
  let query = tx.db
    .updateTable('session')
    .set({ endedAt: tx.clock.now().toString(), endReason: reason })
    .where('role', '=', account.role)
    .where('accountID', '=', account.id)
    .where('endedAt', 'is', null);
  if (account.except !== undefined) query = query.where('id', '!=', account.except);
  await query.execute();
  for (const act of Object.values(tx.composed.onSessionsEnded ?? {})) await act(tx, account);
}

async function touch(services: Services, sessionID: string, now: Temporal.Instant): Promise<void> {
  await services.db
    .updateTable('session')
    .set({ lastSeenAt: now.toString() })
    .where('id', '=', sessionID)
    .execute();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function later(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) > 0;
}
