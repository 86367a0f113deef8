/**
 * An import does nothing but import: no file of a feature's server acts when it is loaded, neither by a statement nor
 * by what a constant is set to. What a feature offers is a field of its `feature` object. Run with a folder to check
 * that one instead.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { parseSource, type Source, type Violation, violationAt } from '../code-rules/source.ts';

/** What servers call while they are loaded, because it only makes a value. Rules and the kernel do nothing else. */
const MAKERS = new Set(['columnsOf', 'columnsUnder', 'csvFields', 'inboxRecord', 'plainRecord', 'readOnce']);

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const files = globSync('features/*/server/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);
const violations = files.flatMap((file) =>
  effectsOf(parseSource(file, readFileSync(join(root, file), 'utf8'))),
);

for (const { file, line, what } of violations) console.error(`${file}:${line}: ${what}`);
if (violations.length > 0) process.exitCode = 1;
else console.log(`${files.length} files do nothing when they are imported.`);

function effectsOf(source: Source): Violation[] {
  const { statements } = source.tree;
  const fromServers = new Set(statements.flatMap(namesFromServers));
  return statements
    .flatMap((statement) => (isDeclaration(statement) ? callsIn(statement, fromServers) : [statement]))
    .map((node) => violationAt(source, node, 'acts when it is imported; offer it in `feature` instead'));
}

/** Declarations, imports and exports only state; everything else runs. */
function isDeclaration(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isExportAssignment(statement)
  );
}

/** What a file takes from Kemas' servers, its own feature's or others. */
function namesFromServers(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const from = statement.moduleSpecifier.text;
  const isServer = from.startsWith('./') || from.includes('/server/');
  const names = statement.importClause?.namedBindings;
  return isServer && names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
}

/** Calls of these functions that run while the node does: those inside functions wait. */
function callsIn(node: ts.Node, functions: ReadonlySet<string>): ts.Node[] {
  if (ts.isFunctionLike(node)) return [];
  const calls: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    calls.push(...callsIn(child, functions));
  });
  const called = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : '';
  return functions.has(called) && !MAKERS.has(called) ? [node, ...calls] : calls;
}
