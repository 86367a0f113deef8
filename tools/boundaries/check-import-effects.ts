/**
 * An import does nothing but import: no file of a feature's server has a statement that acts when it is loaded.
 * What a feature offers is a field of its `feature` object. Run with a folder to check that one instead.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const files = globSync('features/*/server/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

const problems = files.flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(hasEffect).map((statement) => {
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart(source));
    return `${file}:${line + 1}: acts when it is imported; offer it in \`feature\` instead`;
  });
});

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${files.length} files do nothing when they are imported.`);

/** Declarations, imports and exports only state; everything else runs. */
function hasEffect(statement: ts.Statement): boolean {
  return !(
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
