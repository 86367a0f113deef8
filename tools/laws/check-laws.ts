/** The laws of the house that imports do not show: one owner a table, roles only in policies. */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { roleComparisons } from './roles.ts';
import { largeFeatures } from './sizes.ts';
import { type Breach, readSource } from './source.ts';
import { foreignTables, idleReadModels, ownerless } from './tables.ts';

const files = execSync('git ls-files --cached --others --exclude-standard features platform apps', {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^apps\/demo\//.test(file));
const sources = files.map(readSource);
const tables = [
  ...readFileSync('database/schema.sql', 'utf8').matchAll(/^create table (?!sandbox\.)(\w+)/gm),
];

const breaches: Breach[] = [
  ...sources.flatMap(foreignTables),
  ...sources.flatMap(roleComparisons),
  ...idleReadModels(sources),
  ...ownerless(tables.map(([, table = '']) => table)).map((table) => ({
    file: 'database/owners.ts',
    line: 1,
    what: `names no owner of ${table}`,
  })),
  ...largeFeatures(sources),
];
for (const { file, line, what } of breaches) console.log(`${file}:${line} ${what}`);
console.log(`${sources.length} files, ${breaches.length} breaches of the laws.`);
if (breaches.length > 0) process.exitCode = 1;
