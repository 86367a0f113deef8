import { describe, expect, it } from 'vitest';
import { roleComparisons } from './roles.ts';
import { parseSource } from './source.ts';
import { foreignTables, tablesWithoutOwner, unusedReadModels } from './tables.ts';
import { addressesInKeys } from './throttle-keys.ts';
import { bannedWords, misspelledIDs } from './words.ts';

const tablesIn = (file: string, code: string) =>
  foreignTables(parseSource(file, code)).map((violation) => violation.what.split(',')[0]);
const rolesIn = (file: string, code: string) => roleComparisons(parseSource(file, code)).length;

describe('a table has one owner', () => {
  it.each([
    ["tx.db.updateTable('job').set({})", 'writes job'],
    ["tx.db.insertInto('money_transaction')", 'writes money_transaction'],
    ["tx.db.deleteFrom('customer')", 'writes customer'],
    ["ctx.db.selectFrom('job as held')", 'reads job'],
    ["ctx.db.selectFrom(['job', 'package'])", 'reads job'],
    ["rows.innerJoin('customer', 'customer.id', 'cleaner.id')", 'reads customer'],
    ['sql`select 1 from job where true`', 'reads job'],
    ['sql`update job set label = 1`', 'writes job'],
    ['sql`insert into ledger_entry values (1)`', 'writes ledger_entry'],
    ['sql`exists (select from cleaner c join job j on true)`', 'reads job'],
    ["moveToTrash(ctx, { table: 'job', id })", 'writes job'],
    [`sql\`update \${sql.table('job')} set label = 1\``, 'writes job'],
    [`sql\`select from cleaner c join \${sql.table('job')} j on true\``, 'reads job'],
    ["const jobs = sql.table('job')", 'reads job'],
  ])('%s: %s', (code, what) => {
    expect(tablesIn('features/people/cleaners/server/a.ts', code)).toContain(what);
  });

  it.each([
    ["ctx.db.selectFrom('cleaner')"],
    ["tx.db.updateTable('cleaner_region')"],
    ['sql`select from cleaner_region r where true`'],
    ["moveToTrash(ctx, { table: 'cleaner', id })"],
    ["const words = { from: 'job' }"],
    [`sql\`update \${sql.table('cleaner')} set label = 1\``],
    ["layout.table('job')"],
  ])('allows an owner: %s', (code) => {
    expect(tablesIn('features/people/cleaners/server/a.ts', code)).toEqual([]);
  });

  it('of an extension begin with its name, and it uses no others', () => {
    const file = 'extensions/example-parking-fee/server/index.ts';
    expect(tablesIn(file, "db.insertInto('ext_parking_fee')")).toEqual([]);
    expect(tablesIn(file, "db.insertInto('ext_parking_fee_log')")).toEqual([]);
    expect(tablesIn(file, "db.insertInto('ext_parking')")).toEqual(['writes ext_parking']);
    expect(tablesIn(file, "db.selectFrom('job')")).toEqual(['reads job']);
    expect(tablesIn('features/work/jobs/server/a.ts', "db.selectFrom('ext_parking_fee')")).toEqual([
      'reads ext_parking_fee',
    ]);
  });

  it('allows a declared read model its tables, but no others, and no writes', () => {
    const file = 'features/work/jobs/server/job-rows.ts';
    expect(tablesIn(file, "rows.innerJoin('customer', 'a', 'b')")).toEqual([]);
    expect(tablesIn(file, "rows.innerJoin('money_transaction', 'a', 'b')")).toEqual([
      'reads money_transaction',
    ]);
    expect(tablesIn(file, "db.updateTable('customer')")).toEqual(['writes customer']);
  });

  it('finds an unused read model', () => {
    const file = 'features/work/visits/server/crew-clock.ts';
    const unused = (code: string) =>
      unusedReadModels([parseSource(file, code)]).filter((violation) => violation.file === file);
    expect(unused("db.selectFrom('job_crew').innerJoin('job_former_crew', 'a', 'b')")).toEqual([]);
    expect(unused("db.selectFrom('job_former_crew')").map(({ what }) => what)).toEqual([
      'is declared to read job_crew and does not',
    ]);
  });

  it('finds a table without an owner', () => {
    expect(tablesWithoutOwner(['job', 'orphan', 'session'])).toEqual(['orphan']);
  });
});

describe('roles are compared only in policies', () => {
  const file = 'features/work/jobs/server/a.ts';

  it.each([
    ["ctx.actor.role === 'admin'"],
    ["if (role !== 'customer') refuse()"],
    ['session.role == claim.role'],
    ["useSession().type === 'customer'"],
    ['switch (actor.role) { default: }'],
    ['WORDS[ctx.actor.role]'],
    ['call.who.includes(actor.role)'],
  ])('finds %s', (code) => {
    expect(rolesIn(file, code)).toBe(1);
  });

  it.each([
    ['audit({ role: actor.role })'],
    ["pack.type === 'regular'"],
    ["may(ctx.actor, seeTrash) ? 'admin' : 'customer'"],
    ['const role = session.role'],
  ])('allows %s', (code) => {
    expect(rolesIn(file, code)).toBe(0);
  });

  it('allows comparisons in policies', () => {
    expect(rolesIn('features/work/jobs/rules/policy.ts', "actor.role === 'admin'")).toBe(0);
  });
});

describe('throttle keys contain no address', () => {
  const found = (code: string) => addressesInKeys(parseSource('features/work/jobs/server/a.ts', code)).length;

  it.each([
    [`throttle(ctx, { key: \`quote:\${ctx.ip}\`, most: 60, per })`],
    [`const key = \`submit:\${kind}:\${ctx.ip}\`;`],
    [`function rule({ ip }: Context) { return { key: \`promo-code:\${ip}\` }; }`],
    ["throttle(ctx, { key: 'feed:' + request.ip })"],
    [`throttle(ctx, { key: \`sends:\${networkOf(ctx.ip)}\` })`],
  ])('finds %s', (code) => {
    expect(found(code)).toBe(1);
  });

  it.each([
    ["clientRules('quote', limit, ctx)"],
    ['const row = { ip: ctx.ip };'],
    [`const scope = \`anyone:\${ctx.ip}\`;`],
    ["const key = 'ip';"],
  ])('allows %s', (code) => {
    expect(found(code)).toBe(0);
  });
});

describe('names and comments use standard terms', () => {
  const wordsIn = (code: string) => bannedWords(parseSource('features/work/jobs/server/a.ts', code)).length;

  it.each([
    ['const stripeTwin = 1;'],
    ['export function sweepHolds() {}'],
    ['// An hour that has lapsed.\nexport {};'],
    ['/** What lies above answers. */\nexport {};'],
  ])('refuses %s', (code) => {
    expect(wordsIn(code)).toBe(1);
  });

  it.each([
    ["const text = 'a twin room';"],
    ['const history = 1;'],
    ['// A history of elapsed time.\nexport {};'],
  ])('accepts %s', (code) => {
    expect(wordsIn(code)).toBe(0);
  });
});

it('a field has the name of the wire', () => {
  const namesIn = (code: string) => misspelledIDs(parseSource('features/work/jobs/server/a.ts', code)).length;
  expect(namesIn('const visitId = 1, { cleanerIds } = of;')).toBe(2);
  expect(namesIn(`const whose = { [\`\${role}Id\`]: id };`)).toBe(1);
  expect(namesIn('const jobID = useId(), identity = hidden;')).toBe(0);
});
