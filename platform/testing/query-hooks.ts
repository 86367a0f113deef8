import { AliasNode, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Db } from '#platform/server/database/database.ts';

export interface QueryHooks {
  /** Changes a query before it is sent. */
  readonly change?: (query: RootOperationNode) => RootOperationNode;
  /** Runs after the database's reply, before the code under test continues. */
  readonly answered?: (query: RootOperationNode) => Promise<void> | undefined;
}

/**
 * Wraps a database with hooks on each query, so that a test can pause between two queries or remove locks. The code
 * under test is unaware of it.
 */
export function withHooks(db: Db, { change, answered }: QueryHooks): Db {
  const queries = new WeakMap<object, RootOperationNode>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryID }) {
      const changed = change?.(node) ?? node;
      queries.set(queryID, node);
      return changed;
    },
    async transformResult({ result, queryID }) {
      const query = queries.get(queryID);
      if (query !== undefined) await answered?.(query);
      return result;
    },
  };
  return db.withPlugin(plugin) as Db;
}

/** True for a select from this table, with or without an alias. */
export function readsFrom(query: RootOperationNode, table: string): boolean {
  const from = query.kind === 'SelectQueryNode' ? query.from?.froms[0] : undefined;
  const source = from !== undefined && AliasNode.is(from) ? from.node : from;
  return source?.kind === 'TableNode' && nameOf(source) === table;
}

/** True for an update of this table. */
export function updates(query: RootOperationNode, table: string): boolean {
  return query.kind === 'UpdateQueryNode' && query.table !== undefined && nameOf(query.table) === table;
}

/** True for an insert into this table. */
export function insertsInto(query: RootOperationNode, table: string): boolean {
  return query.kind === 'InsertQueryNode' && query.into !== undefined && nameOf(query.into) === table;
}

/** True for a select that locks the rows it finds. */
export function locks(query: RootOperationNode): boolean {
  return query.kind === 'SelectQueryNode' && (query.endModifiers?.length ?? 0) > 0;
}

/** The same select without its row locks. */
export function withoutLocks(query: RootOperationNode): RootOperationNode {
  if (query.kind !== 'SelectQueryNode') return query;
  const { endModifiers: _locks, ...rest } = query;
  return rest;
}

function nameOf(node: object): string | undefined {
  const table = node as { table?: { identifier?: { name?: string } } };
  return table.table?.identifier?.name;
}
