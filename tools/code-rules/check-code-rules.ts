/**
 * Rules that imports do not show: one owner per table, role comparisons only in policies, no address in a throttle key.
 */
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { roleComparisons } from './roles.ts';
import { readSource, type Violation } from './source.ts';
import { foreignTables, tablesWithoutOwner, unusedReadModels } from './tables.ts';
import { addressesInKeys } from './throttle-keys.ts';

const files = execSync('git ls-files --cached --others --exclude-standard features platform apps', {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(file)) // the index still lists deleted files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^apps\/demo\//.test(file));
const sources = files.map(readSource);
const tables = [
  ...readFileSync('database/schema.sql', 'utf8').matchAll(/^create table (?!sandbox\.)(\w+)/gm),
];

const violations: Violation[] = [
  ...sources.flatMap(foreignTables),
  ...sources.flatMap(roleComparisons),
  ...sources.flatMap(addressesInKeys),
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
