import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value while a statement is built. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is built and compiled once, for the few that run with most requests: building and compiling takes longer
 * than everything else that is done with their rows. Its values are named, and given with each run.
 */
export function compiledQuery<const Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, values: Readonly<Record<Name, RawBuilder<string>>>) => Compilable<Row>,
): (db: Db, values: Readonly<Record<Name, string | readonly string[]>>) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(
      db,
      Object.fromEntries(names.map((name) => [name, sql`${new Parameter(name)}`])) as never,
    ).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as Name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
