import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { ColumnNames } from '#platform/server/database/column-names.ts';
import {
  connectionSettings,
  type DatabaseOptions,
  type DB,
  type Db,
} from '#platform/server/database/database.ts';

/**
 * Runs `work` in a single transaction on a separate connection: every use case in it joins that one, and a crash leaves
 * nothing behind. Statements are prepared once.
 * A use case that rolls back aborts everything, because seeding is expected to succeed.
 */
export async function inOneTransaction<T>(
  options: Pick<DatabaseOptions, 'url' | 'timeZone'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(options));
  await client.connect();
  try {
    await client.query('begin');
    const done = await work(openOn(client));
    await client.query('commit');
    return done;
  } finally {
    await client.end();
  }
}

function openOn(client: pg.Client): Db {
  const only = preparing(client);
  const pool: PostgresPool = { connect: async () => only, end: async () => undefined, options: {} };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new JoiningDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new ColumnNames()],
  });
}

/** The single connection, which is never released; each statement is parsed and planned once. */
function preparing(client: pg.Client): PostgresPoolClient {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `demo_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ text, values: [...values], ...(values.length > 0 && { name: nameOf(text) }) });
  // Streams (cursors) are not supported for seeding.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => undefined };
}

/** Transactions of use cases join the open one. */
class JoiningDriver extends PostgresDriver {
  override async beginTransaction(): Promise<void> {
    return undefined;
  }
  override async commitTransaction(): Promise<void> {
    return undefined;
  }
  override async rollbackTransaction(): Promise<void> {
    throw new Error('A use case of the demo was rolled back.');
  }
}
