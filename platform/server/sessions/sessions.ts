import { createHash, randomBytes } from 'node:crypto';
import type { OfficeRole, Role, SignedIn } from '../../kernel/actor.ts';
import { readDatabaseTime } from '../../kernel/business-time.ts';
import type { Context, Services, Tx } from '../context.ts';
import { SEEN_STEP, sessionLife } from './session-rules.ts';
import { readSessionToken, signSessionToken } from './session-token.ts';

export interface NewSession {
  readonly account: { readonly role: Role; readonly id: string };
  readonly jwt: string;
  readonly sessionId: string;
  /** Value of the second, HttpOnly cookie for a browser; null for a client without cookies. */
  readonly cookie: string | null;
  readonly expiresAt: Temporal.Instant;
  /** Its cookies stay when the browser is closed. */
  readonly outlivesBrowser: boolean;
}

export interface SignInBy {
  readonly role: Role;
  readonly accountId: string;
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
  const sessionId = tx.newId();
  const cookie = by.browser ? randomBytes(32).toString('base64url') : null;
  const expiresAt = now.add(sessionLife(by.role, by.staySignedIn).most);
  await tx.db
    .insertInto('session')
    .values({
      id: sessionId,
      role: by.role,
      account_id: by.accountId,
      stay_signed_in: by.staySignedIn,
      cookie_sha256: cookie === null ? null : sha256(cookie),
      created_at: now.toString(),
      last_seen_at: now.toString(),
      expires_at: expiresAt.toString(),
      ip: tx.ip,
      user_agent: tx.userAgent.slice(0, 300),
      vouched_by: by.vouchedBy ?? null,
      office_role: by.officeRole ?? null,
    })
    .execute();
  const jwt = await signSessionToken(
    tx.keys,
    { sessionId, role: by.role },
    { issued: now, expires: expiresAt },
  );
  const { outlivesBrowser = by.staySignedIn } = by;
  return { account: { role: by.role, id: by.accountId }, jwt, sessionId, cookie, expiresAt, outlivesBrowser };
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
  const session = await findOpenSession(services, claim.sessionId, now);
  if (session === null || session.role !== claim.role) return null;
  if (session.cookie_sha256 !== null && (cookie === undefined || sha256(cookie) !== session.cookie_sha256))
    return null;
  if (later(now, session.lastSeen.add(SEEN_STEP))) await touch(services, claim.sessionId, now);
  return {
    role: claim.role,
    id: session.account_id,
    sessionId: claim.sessionId,
    ...(session.office_role !== null && { officeRole: session.office_role as OfficeRole }),
    browser: session.cookie_sha256 !== null,
  };
}

/** Whether a session is still open. Unlike a request, asking does not count as activity. */
export async function isSessionOpen(services: Services, sessionId: string): Promise<boolean> {
  return (await findOpenSession(services, sessionId, services.clock.now())) !== null;
}

async function findOpenSession(services: Services, sessionId: string, now: Temporal.Instant) {
  const row = await services.db
    .selectFrom('session')
    .select([
      'account_id',
      'role',
      'office_role',
      'stay_signed_in',
      'cookie_sha256',
      'last_seen_at',
      'expires_at',
    ])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const lastSeen = readDatabaseTime(row.last_seen_at);
  const idleEnd = lastSeen.add(sessionLife(row.role as Role, row.stay_signed_in).idle);
  if (later(now, idleEnd) || later(now, readDatabaseTime(row.expires_at))) return null;
  return { ...row, lastSeen };
}

/** Ends one session, immediately and permanently. */
export async function endSession(ctx: Context, sessionId: string, reason: string): Promise<void> {
  await ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.clock.now().toString(), end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
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
    .set({ ended_at: tx.clock.now().toString(), end_reason: reason })
    .where('role', '=', account.role)
    .where('account_id', '=', account.id)
    .where('ended_at', 'is', null);
  if (account.except !== undefined) query = query.where('id', '!=', account.except);
  await query.execute();
  for (const act of Object.values(tx.composed.onSessionsEnded ?? {})) await act(tx, account);
}

async function touch(services: Services, sessionId: string, now: Temporal.Instant): Promise<void> {
  await services.db
    .updateTable('session')
    .set({ last_seen_at: now.toString() })
    .where('id', '=', sessionId)
    .execute();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function later(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) > 0;
}
