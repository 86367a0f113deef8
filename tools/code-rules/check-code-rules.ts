/** The rules that imports do not show: one owner a table, roles only in policies, no address in a throttle key. */
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { roleComparisons } from './roles.ts';
import { readSource, type Violation } from './source.ts';
import { foreignTables, tablesWithoutOwner, unusedReadModels } from './tables.ts';
import { addressesInKeys } from './throttle-keys.ts';
import { bannedWords, misspelledIDs } from './words.ts';

const FOLDERS = 'features extensions platform apps bench database e2e tools :!tools/code-rules';

const everything = execSync(`git ls-files --cached --others --exclude-standard -- ${FOLDERS}`, {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file)) // the index still lists what was removed
  .map(readSource);
const sources = everything.filter(
  ({ file }) =>
    /^(features|extensions|platform|apps)\//.test(file) &&
    !/\.test\.tsx?$|\/testing\/|^apps\/demo\//.test(file),
);
const tables = [
  ...readFileSync('database/schema.sql', 'utf8').matchAll(/^create table (?!sandbox\.)(\w+)/gm),
];

const violations: Violation[] = [
  ...sources.flatMap(foreignTables),
  ...sources.flatMap(roleComparisons),
  ...sources.flatMap(addressesInKeys),
  ...everything.flatMap(bannedWords),
  ...everything.flatMap(misspelledIDs),
  ...unusedReadModels(sources),
  ...tablesWithoutOwner(tables.map(([, table = '']) => table)).map((table) => ({
    file: 'database/owners.ts',
    line: 1,
    what: `names no owner of ${table}`,
  })),
];
for (const { file, line, what } of violations) console.log(`${file}:${line} ${what}`);
console.log(`${sources.length} files, ${violations.length} violations.`);
if (violations.length > 0) process.exitCode = 1;
