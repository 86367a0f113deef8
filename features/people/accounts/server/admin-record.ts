import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Admin } from '#database/generated.ts';
import type { OfficeRole } from '#platform/kernel/actor.ts';
import { refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { type CsvColumn, csvTime } from '#platform/server/lists/csv.ts';
import { matchesTrashFilter, matchesWords } from '#platform/server/lists/filters.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { marksOf } from '#platform/server/records.ts';
import type { AdminReply, listAdmins as call, SessionReply } from '../contract.ts';

export type AdminRow = Selectable<Admin>;

/** The refusals for violated unique constraints. */
export const adminConstraints = { admin_identity_key: refuse('identity_in_use') };

export function findAdmin(ctx: Context, id: string): Promise<AdminRow | undefined> {
  return ctx.db.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws if the signed-in admin does not exist: admins are never deleted */
export async function findOwnAdmin(ctx: ContextOf<'admin'>): Promise<AdminRow> {
  const admin = await findAdmin(ctx, ctx.actor.id);
  if (admin === undefined) throw new Error(`Admin ${ctx.actor.id} does not exist.`);
  return admin;
}

/** Case-insensitive, like the index. */
export function findAdminByIdentity(ctx: Context, identity: string): Promise<AdminRow | undefined> {
  return ctx.db
    .selectFrom('admin')
    .selectAll()
    .where(sql<boolean>`lower(identity) = lower(${identity})`)
    .executeTakeFirst();
}

/** @throws if there is none. */
export async function readAdmin(ctx: Context, id: string): Promise<AdminReply> {
  const row = await findAdmin(ctx, id);
  if (row === undefined) throw new Error(`Admin ${id} not found.`);
  return toAdminReply(row);
}

export function lockAdmin(tx: Tx, id: string): Promise<AdminRow> {
  return tx.db
    .selectFrom('admin')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks every admin row in id order, so that whoever decides about the last admin sees all of them. */
export function lockAdmins(tx: Tx): Promise<AdminRow[]> {
  return tx.db.selectFrom('admin').selectAll().orderBy('id').forUpdate().execute();
}

/** Whether one of these can manage admins. */
export function hasOwner(admins: readonly AdminRow[]): boolean {
  return admins.some((admin) => admin.trashedAt === null && admin.officeRole === 'owner');
}

interface NewAdmin {
  readonly identity: string;
  readonly passwordHash: string;
  readonly fullname: string;
  readonly email: string;
  readonly officeRole: OfficeRole;
}

export async function insertAdmin(tx: Tx, admin: NewAdmin): Promise<AdminRow> {
  const now = tx.clock.now().toString();
  return tx.db
    .insertInto('admin')
    .values({
      id: tx.newID(),
      identity: admin.identity,
      passwordHash: admin.passwordHash,
      fullname: admin.fullname,
      email: admin.email,
      officeRole: admin.officeRole,
      createdAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function saveAdmin(tx: Tx, id: string, changes: Partial<AdminRow>): Promise<AdminRow> {
  return tx.db
    .updateTable('admin')
    .set({ ...changes, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves the two-factor state; using up a code is not a change of the record. */
export async function saveTotp(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AdminRow, 'totpSecret' | 'totpSince' | 'totpLastStep'>>,
): Promise<void> {
  await tx.db.updateTable('admin').set(changes).where('id', '=', id).execute();
}

export function toAdminReply(row: AdminRow): AdminReply {
  return {
    id: row.id,
    identity: row.identity,
    fullname: row.fullname,
    email: row.email,
    officeRole: officeRoleOf(row),
    totp: row.totpSince !== null,
    ...marksOf(row),
  };
}

export function officeRoleOf(row: AdminRow): OfficeRole {
  return row.officeRole as OfficeRole;
}

/** The role of an admin, or of an API key that works: not one that was revoked or has expired. Null for everyone else. */
export async function findOfficeRole(ctx: Context, accountID: string): Promise<OfficeRole | null> {
  const admin = await findAdmin(ctx, accountID);
  if (admin !== undefined) return officeRoleOf(admin);
  const key = await ctx.db
    .selectFrom('api_key')
    .select('officeRole')
    .where('id', '=', accountID)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) =>
      or([eb('expiresAt', 'is', null), eb('expiresAt', '>', ctx.clock.now().toString())]),
    )
    .executeTakeFirst();
  return key === undefined ? null : (key.officeRole as OfficeRole);
}

export function sessionOfAdmin(row: AdminRow, jwt: string): SessionReply {
  return {
    jwt,
    id: row.id,
    fullname: row.fullname,
    firstname: row.fullname,
    lastname: '',
    email: row.email,
    type: 'admin',
    officeRole: officeRoleOf(row),
    creditCardLast4: null,
    creditCardExpiryMonth: null,
    creditCardExpiryYear: null,
    creditsLeft: 0,
  };
}

export function listAdmins(ctx: Context, query: z.output<typeof call.query>): ListOutcome {
  const rows = ctx.db
    .selectFrom('admin')
    .selectAll()
    .where(matchesTrashFilter(ctx, query, 'trashedAt'))
    .where(matchesWords(query.q, ['fullname', 'identity', 'email']));
  return listOf(ctx, query, {
    name: 'admins',
    rows,
    sort: { fullname: ['fullname'], identity: ['identity'], email: ['email'], createdAt: ['createdAt'] },
    key: 'id',
    toItem: toAdminReply,
    csv: CSV,
  });
}

const CSV: readonly CsvColumn<AdminReply>[] = [
  { heading: 'Identity', value: (admin) => admin.identity },
  { heading: 'Full name', value: (admin) => admin.fullname },
  { heading: 'E-mail', value: (admin) => admin.email },
  { heading: 'In the trash', value: (admin) => admin.trash },
  { heading: 'Since', value: (admin) => csvTime(admin.createdAt) },
];

/** The names of these admins, including trashed ones, and of API keys that acted for the office. */
export async function adminNames(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('admin')
    .select(['id', 'fullname as name'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In a query, the name of the admin or API key with the id in a column: `job_message.admin_id`. */
export function adminNameOf(column: string): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    (select fullname from admin where admin.id = ${sql.ref(column)}),
    (select name from api_key where api_key.id = ${sql.ref(column)}))`;
}

/** How safe the admin's own access is. */
export interface OwnAccess {
  /** Chosen by themselves: not the one that Kemas generated, or that the operator or a colleague has set. */
  readonly hasOwnPassword: boolean;
  /** For links to a forgotten password; empty if there is none. */
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

export async function findOwnAccess(ctx: ContextOf<'admin'>): Promise<OwnAccess> {
  const admin = await findAdmin(ctx, ctx.actor.id);
  const chosen = await ctx.db
    .selectFrom('audit_entry')
    .select('id')
    .where('subjectKind', '=', 'admin')
    .where('subjectID', '=', ctx.actor.id)
    .where('actorID', '=', ctx.actor.id)
    .where('action', '=', 'admin.password-changed')
    .unionAll(
      ctx.db
        .selectFrom('audit_entry')
        .select('id')
        .where('subjectKind', '=', 'admin')
        .where('subjectID', '=', ctx.actor.id)
        .where('action', '=', 'admin.password-reset'),
    )
    .limit(1)
    .executeTakeFirst();
  // An API key acts as an admin of its own, without an account.
  return {
    hasOwnPassword: chosen !== undefined,
    email: admin?.email ?? '',
    hasSecondFactor: admin?.totpSince != null,
  };
}
