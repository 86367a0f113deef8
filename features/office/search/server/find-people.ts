import { matchesCustomer } from '#features/people/customers/server/index.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import type { Context } from '#platform/server/context.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import { MAX_RESULTS } from '../rules/limits.ts';
import { rankPeople } from '../rules/rank.ts';

/**
 * Only so many matches are ranked: a search that has more is too short to tell what is meant, and reading them all would
 * take long.
 */
const MAX_RANKED = 500;

export async function findCustomers(ctx: Context, q: string) {
  const rows = await ctx.db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'displayName', 'mobile'])
    .where('trashedAt', 'is', null)
    .where(matchesCustomer(q))
    .limit(MAX_RANKED)
    .execute();
  return bestOf(q, rows);
}

const CLEANER_WORDS = ['firstname', 'lastname', 'displayName', 'mobile'];

export async function findCleaners(ctx: Context, q: string) {
  const rows = await ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'displayName', 'mobile'])
    .where('trashedAt', 'is', null)
    .where(matchesWords(q, CLEANER_WORDS))
    .limit(MAX_RANKED)
    .execute();
  return bestOf(q, rows);
}

interface PersonRow {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName: string | null;
  readonly mobile: string;
}

function bestOf(q: string, rows: readonly PersonRow[]) {
  const people = rows.map((row) => ({ id: row.id, fullname: fullnameOf(row), mobile: row.mobile }));
  return rankPeople(q, people).slice(0, MAX_RESULTS);
}
