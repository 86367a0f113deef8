/** The laws of the house that imports do not show: one owner a table, roles only in policies. */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { roleComparisons } from './roles.ts';
import { type Breach, readSource } from './source.ts';
import { foreignTables, idleReadModels, ownerless } from './tables.ts';

const files = execSync('git ls-files --cached --others --exclude-standard features platform apps', {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^apps\/demo\//.test(file));
const sources = files.map(readSource);
/** Lines of a feature's code, tests aside. More are two nouns. Source: DESIGN.md, law 7. */
const LARGEST_FEATURE = 6000;

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
  ...tooLarge(),
];
for (const { file, line, what } of breaches) console.log(`${file}:${line} ${what}`);
console.log(`${sources.length} files, ${breaches.length} breaches of the laws.`);
if (breaches.length > 0) process.exitCode = 1;

function tooLarge(): Breach[] {
  const lines = new Map<string, number>();
  for (const { file, tree } of sources) {
    const feature = /^features\/([^/]+)\//.exec(file)?.[1];
    if (feature !== undefined) lines.set(feature, (lines.get(feature) ?? 0) + tree.getLineStarts().length);
  }
  return [...lines]
    .filter(([, count]) => count > LARGEST_FEATURE)
    .map(([feature, count]) => ({
      file: `features/${feature}`,
      line: 1,
      what: `has ${count} lines, more than ${LARGEST_FEATURE}: it holds two nouns`,
    }));
}
