import ts from 'typescript';
import { OWNERS, READ_MODELS } from '#database/owners.ts';
import { type Source, type Violation, violationAt, visitNodes } from './source.ts';

const OWNER_OF = new Map(
  Object.entries(OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
);
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const READS = /(?:From|Join)$/;
const SQL_WORDS =
  /\b(insert\s+into|delete\s+from|update|truncate|from|join|into)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** A table named in a statement. */
interface TableUse {
  readonly node: ts.Node;
  readonly table: string;
  readonly writes: boolean;
}

/** Rule: a table has one owner, which alone writes it; others read it only in declared read models. */
export function foreignTables(source: Source): Violation[] {
  const feature = ownerOfFile(source.file);
  if (feature === undefined) return [];
  return usesIn(source).flatMap(({ node, table, writes }) => {
    const owner = OWNER_OF.get(table) ?? ownerOfExtensionTable(table);
    if (owner === undefined || owner === feature || owner.startsWith(`${feature}_`)) return [];
    if (writes) return [violationAt(source, node, `writes ${table}, which belongs to ${owner}`)];
    if (READ_MODELS[source.file]?.includes(table)) return [];
    return [
      violationAt(source, node, `reads ${table}, which belongs to ${owner}, and is no declared read model`),
    ];
  });
}

/** Declared read models that are no longer used. */
export function unusedReadModels(sources: readonly Source[]): Violation[] {
  return Object.entries(READ_MODELS).flatMap(([file, tables]) => {
    const source = sources.find((one) => one.file === file);
    const used = new Set(source === undefined ? [] : usesIn(source).map((use) => use.table));
    const idle = tables.filter((table) => !used.has(table));
    return idle.map((table) => ({ file, line: 1, what: `is declared to read ${table} and does not` }));
  });
}

/** Tables of the schema without an owner. */
export function tablesWithoutOwner(tables: readonly string[]): string[] {
  return tables.filter((table) => !OWNER_OF.has(table));
}

/** Features, extensions and the platform; apps, tests and tools are unrestricted. */
function ownerOfFile(file: string): string | undefined {
  const extension = /^extensions\/(?:example-)?([^/]+)\//.exec(file)?.[1];
  if (extension !== undefined) return `ext_${extension.replaceAll('-', '_')}`;
  return /^features\/[^/]+\/([^/]+)\/server\//.exec(file)?.[1] ?? /^(platform)\/server\//.exec(file)?.[1];
}

/** `ext_parking_fee` and `ext_parking_fee_log` belong to the extension parking-fee. */
function ownerOfExtensionTable(table: string): string | undefined {
  return table.startsWith('ext_') ? table : undefined;
}

function usesIn(source: Source): TableUse[] {
  const uses: TableUse[] = [];
  visitNodes(source, (node) => {
    if (ts.isCallExpression(node)) uses.push(...usesInCall(node));
    if (ts.isTaggedTemplateExpression(node) && isSql(node)) uses.push(...usesInSql(node));
    if (ts.isPropertyAssignment(node)) uses.push(...usesInRecord(node));
  });
  return uses;
}

/** `db.selectFrom('job')`, `.innerJoin('job_crew as crew', …)`, and a standalone `sql.table('job')`. */
function usesInCall(node: ts.CallExpression): TableUse[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const named = ts.isTemplateSpan(node.parent) ? undefined : sqlTable(node);
  if (named !== undefined) return [{ node, table: named, writes: false }];
  const method = node.expression.name.text;
  const writes = WRITES.has(method);
  if (!writes && !READS.test(method)) return [];
  return namesIn(node.arguments[0]).map((table) => ({ node, table, writes }));
}

function namesIn(argument: ts.Expression | undefined): string[] {
  if (argument === undefined) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text.split(' ')[0] ?? ''];
  return ts.isArrayLiteralExpression(argument) ? argument.elements.flatMap(namesIn) : [];
}

function isSql(node: ts.TaggedTemplateExpression): boolean {
  return ts.isIdentifier(node.tag) && node.tag.text === 'sql';
}

/** The name in `sql.table('job')`. */
function sqlTable(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'sql.table') return undefined;
  const [argument] = node.arguments;
  return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
}

/** The text of a statement, including the tables in its interpolations. */
function textOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const spans = template.templateSpans.map(
    ({ expression, literal }) => (sqlTable(expression) ?? '?') + literal.text,
  );
  return template.head.text + spans.join('');
}

function usesInSql(node: ts.TaggedTemplateExpression): TableUse[] {
  return [...textOf(node.template).matchAll(SQL_WORDS)].map(([, verb = '', table = '']) => ({
    node,
    table: table.toLowerCase(),
    writes: !/^(from|join)$/i.test(verb),
  }));
}

/** `{ table: 'cleaner' }`, as passed to the trash functions. */
function usesInRecord(node: ts.PropertyAssignment): TableUse[] {
  const isTable = ts.isIdentifier(node.name) && node.name.text === 'table';
  if (!isTable || !ts.isStringLiteralLike(node.initializer)) return [];
  return [{ node, table: node.initializer.text, writes: true }];
}
