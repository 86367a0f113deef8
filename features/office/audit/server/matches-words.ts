import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import { SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import { matchesCustomer } from '#features/people/customers/server/index.ts';
import { jobNumberIn } from '#features/work/jobs/rules/job-number.ts';
import type { Context } from '#platform/server/context.ts';
import { matchesWords } from '#platform/server/lists/filters.ts';
import { searchReadings } from '#platform/server/lists/search-words.ts';
import { actionsNamed } from '../rules/sentences.ts';
import { kindsOf } from '../rules/subjects.ts';

/** People or records of one kind that a word finds; more mean that it says too little, and only these are found. */
const MOST = 500;

type Entry = ExpressionBuilder<DB, 'audit_entry'>;
type Condition = (entry: Entry) => Expression<SqlBool>;

/**
 * Finds the entries of each word: by people who acted, records, or what happened. People and records are searched first,
 * then their entries: the trail stores no names, so that none has to be erased or renamed in it.
 */
export async function matchesAuditWords(ctx: Context, q: string): Promise<readonly Condition[]> {
  const words = searchReadings(q)[0] ?? [];
  const known = words.length === 0 ? [] : await knownActions(ctx);
  const conditions: Condition[] = [];
  for (const word of words) conditions.push(await matchesWord(ctx, word, known));
  return conditions;
}

async function matchesWord(ctx: Context, word: string, known: readonly string[]): Promise<Condition> {
  const found = await findNamed(ctx, word);
  const actors = found.filter(({ kind }) => ACTORS.has(kind)).map(({ id }) => id);
  const byKind = Object.entries(Object.groupBy(found, ({ kind }) => kind));
  const actions = actionsNamed(word, known);
  return ({ eb, and, or }) =>
    or([
      ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
      ...(actors.length > 0 ? [eb('actor_id', 'in', actors)] : []),
      ...byKind.map(([kind, things = []]) =>
        and([
          eb('subject_kind', 'in', [...kindsOf(kind)]),
          eb(
            'subject_id',
            'in',
            things.map(({ id }) => id),
          ),
        ]),
      ),
    ]);
}

const ACTORS = new Set(['admin', 'api-key', 'cleaner', 'customer']);

interface Named {
  readonly kind: string;
  readonly id: string;
}

async function findNamed(ctx: Context, word: string): Promise<Named[]> {
  const { db } = ctx;
  const number = jobNumberIn(word);
  const { rows } = await sql<Named>`
    (select 'admin' as kind, id::text from admin where ${matchesWords(word, ['fullname', 'identity'])} limit ${MOST})
    union all (select 'api-key', id::text from api_key where ${matchesWords(word, ['name'])} limit ${MOST})
    union all (select 'cleaner', id::text from cleaner
      where ${matchesWords(word, ['firstname', 'lastname', 'display_name', 'mobile'])} limit ${MOST})
    union all (select 'customer', id::text from customer where ${matchesCustomer(word)} limit ${MOST})
    union all (select 'package', id::text from package where ${matchesWords(word, ['label'])} limit ${MOST})
    union all (select 'promo_code', id::text from promo_code where ${matchesWords(word, ['code', 'label'])} limit ${MOST})
    union all (select 'checklist_item', id::text from checklist_item where ${matchesWords(word, ['english'])} limit ${MOST})
    union all (select 'job', id::text from job where number = ${number})
    union all (select 'transaction', id::text from money_transaction where receipt_no = ${number})`.execute(
    db,
  );
  return [...rows, ...settingsNamed(word)];
}

function settingsNamed(word: string): Named[] {
  const wanted = word.toLowerCase();
  return Object.values(SETTINGS)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ row }) => ({ kind: 'setting', id: row }));
}

/** The actions in the trail: each is found by a jump in the index, however many entries there are. */
async function knownActions({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      (select action from audit_entry order by action limit 1)
      union all
      select (select e.action from audit_entry as e where e.action > known.action order by e.action limit 1)
      from known where known.action is not null)
    select action from known where action is not null`.execute(db);
  return rows.map(({ action }) => action);
}

/** The actions of the trail that belong to a group. */
export async function actionsOf(ctx: Context, isWanted: (action: string) => boolean): Promise<string[]> {
  return (await knownActions(ctx)).filter(isWanted);
}
