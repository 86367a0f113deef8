import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type createListView as createCall,
  type ListViewReply,
  MAX_LIST_VIEWS,
  type updateListView as updateCall,
} from '#platform/contract/list-views.ts';
import { isApiKey } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import { changeListView } from '../rules/policy.ts';

type Admin = ContextOf<'admin'>;
type NotChanged = Refusal<'not_found' | 'forbidden' | 'unavailable'>;

const NAME_TAKEN = { list_view_name: refuse('view_name_taken') };

/** The views of a list that the admin may use. */
export async function listListViews(ctx: Admin, list: string): Promise<{ items: ListViewReply[] }> {
  const rows = await selectViews(ctx)
    .where('list_view.list', '=', list)
    .where((view) => view.or([view('adminID', '=', ctx.actor.id), view('shared', '=', true)]))
    .orderBy(sql`lower(list_view.name)`)
    .orderBy('list_view.id')
    .execute();
  return { items: rows.map((row) => toReply(ctx, row)) };
}

export function createListView(
  ctx: Admin,
  view: z.output<typeof createCall.body>,
): Promise<ListViewReply | Refusal<'view_name_taken' | 'too_many_views' | 'forbidden' | 'unavailable'>> {
  // A view belongs to an admin, and is for their screen.
  if (isApiKey(ctx.actor)) return Promise.resolve(refuse('forbidden'));
  return inTransaction(
    ctx,
    async (tx) => {
      const id = tx.newID();
      const now = tx.clock.now().toString();
      // Serializes an admin's own additions, so that they cannot exceed the limit together.
      await tx.db.selectFrom('admin').select('id').where('id', '=', tx.actor.id).forUpdate().execute();
      if ((await countViews(tx)) >= MAX_LIST_VIEWS) return refuse('too_many_views');
      await tx.db
        .insertInto('list_view')
        .values({ id, adminID: tx.actor.id, ...view, createdAt: now, updatedAt: now })
        .execute();
      await audit(tx, { action: 'list-view.created', subject: { kind: 'list-view', id }, after: view });
      return readView(tx, id);
    },
    NAME_TAKEN,
  );
}

export function updateListView(
  ctx: Admin,
  id: string,
  changes: z.output<typeof updateCall.body>,
): Promise<ListViewReply | NotChanged | Refusal<'view_name_taken'>> {
  return inTransaction(
    ctx,
    async (tx) => {
      const refused = await whyNotChangeable(tx, id);
      if (refused !== null) return refused;
      const was = await readView(tx, id);
      await tx.db
        .updateTable('list_view')
        .set({ ...changes, updatedAt: tx.clock.now().toString() })
        .where('id', '=', id)
        .execute();
      const is = await readView(tx, id);
      await auditChange(tx, { kind: 'list-view', id }, was, is);
      return is;
    },
    NAME_TAKEN,
  );
}

export function deleteListView(ctx: Admin, id: string): Promise<{ done: true } | NotChanged> {
  return inTransaction(ctx, async (tx) => {
    const refused = await whyNotChangeable(tx, id);
    if (refused !== null) return refused;
    const before = await readView(tx, id);
    await tx.db.deleteFrom('list_view').where('id', '=', id).execute();
    await audit(tx, { action: 'list-view.deleted', subject: { kind: 'list-view', id }, before });
    return { done: true as const };
  });
}

/** Locks the view. One that the admin cannot see is not found; a shared one is only for use. */
async function whyNotChangeable(
  tx: Tx<Admin['actor']>,
  id: string,
): Promise<Refusal<'not_found' | 'forbidden'> | null> {
  const view = await tx.db
    .selectFrom('list_view')
    .select(['adminID', 'shared'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (view === undefined) return refuse('not_found');
  if (may(tx.actor, changeListView, { account: view.adminID })) return null;
  return view.shared ? refuse('forbidden') : refuse('not_found');
}

function selectViews({ db }: Admin) {
  return db
    .selectFrom('list_view')
    .innerJoin('admin', 'admin.id', 'list_view.adminID')
    .selectAll('list_view')
    .select('admin.fullname as owner');
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['executeTakeFirstOrThrow']>>;

async function readView(tx: Tx<Admin['actor']>, id: string): Promise<ListViewReply> {
  return toReply(tx, await selectViews(tx).where('list_view.id', '=', id).executeTakeFirstOrThrow());
}

async function countViews({ db, actor }: Tx<Admin['actor']>): Promise<number> {
  const { count } = await db
    .selectFrom('list_view')
    .select(sql<number>`count(*)`.as('count'))
    .where('adminID', '=', actor.id)
    .executeTakeFirstOrThrow();
  return count;
}

function toReply({ actor }: Admin, row: ViewRow): ListViewReply {
  const { id, list, name, query, columns, shared, owner } = row;
  return { id, list, name, query, columns, shared, own: row.adminID === actor.id, owner };
}
