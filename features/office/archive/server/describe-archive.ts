import type pg from 'pg';
import { recordsPath } from '../manifest-shapes.ts';
import { FORMAT, LEFT_OUT, SEQUENCES, WITHHELD } from '../rules/contents.ts';
import { type ArchivedTable, archivedTables } from './archived-tables.ts';

/** The part of docs/archive.md that follows from the schema, as Markdown. */
export async function describeArchive(client: pg.ClientBase): Promise<string> {
  const tables = await archivedTables(client);
  const lines = [
    `The format's version is ${FORMAT}.`,
    '',
    '## Files',
    '',
    ...tables.flatMap(fileOf),
    '## Sequences in the manifest',
    '',
    ...Object.entries(SEQUENCES).map(([name, what]) => `- \`${name}\`: ${what}`),
    '',
    '## Columns that are left out',
    '',
    ...Object.entries(WITHHELD).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, why]) => `- \`${table}.${column}\`: ${why}`),
    ),
    '',
    '## Tables that are left out',
    '',
    ...Object.entries(LEFT_OUT).map(([table, why]) => `- \`${table}\`: ${why}`),
  ];
  return `${lines.join('\n')}\n`;
}

function fileOf(table: ArchivedTable): string[] {
  return [
    `### ${recordsPath(table.name)}`,
    '',
    `Ordered by ${table.primaryKey.join(', ')}.`,
    '',
    '| column | type | can be empty |',
    '|---|---|---|',
    ...table.columns.map(
      ({ name, type, isRequired }) => `| ${name} | ${type} | ${isRequired ? 'no' : 'yes'} |`,
    ),
    '',
  ];
}
