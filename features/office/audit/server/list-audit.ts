import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { z } from 'zod';
import type { DB } from '#database/generated.ts';
import { SETTING_NAMES, SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import { SETTING_LABELS } from '#features/catalogue/settings/texts/setting-labels.ts';
import { matchesCustomer } from '#features/people/customers/server/index.ts';
import { jobNumberIn } from '#features/work/jobs/rules/job-number.ts';
import { monthName } from '#features/work/pay/rules/month.ts';
import { seePay } from '#features/work/pay/rules/policy.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { readHead } from '#platform/server/audit-chain/verify-audit.ts';
import type { Context } from '#platform/server/context.ts';
import { csvTime } from '#platform/server/lists/csv.ts';
import { matchesWords, onDays } from '#platform/server/lists/filters.ts';
import { searchReadings } from '#platform/server/lists/search-words.ts';
import { type ListOutcome, type ListPage, listOf } from '#platform/server/lists/streamed-list.ts';
import type { AuditChain, AuditEntry, listAudit as call } from '../contract.ts';
import { type Change, changesIn, idsIn, timeText } from '../rules/changes.ts';
import { ACTOR_NAMES, actionsNamed, groupOf, sentenceOf } from '../rules/sentences.ts';
import { kindsOf, oneOf } from '../rules/subjects.ts';

type Query = z.output<typeof call.query>;
type Row = Selectable<DB['audit_entry']>;

/** Counting more would take longer than reading the page, and nobody pages that far; a download has all. */
const MAX_COUNTED = 10_000;

/** The audit trail, latest first. */
export async function listAudit(ctx: Context, query: Query): Promise<ListOutcome> {
  const found = await findEntries(ctx, query);
  const { q: _words, ...paging } = query; // they are in `found`
  const list = listOf(ctx, paging, {
    name: 'audit',
    rows: found.selectAll(),
    sort: { at: ['audit_entry.at'], createdAt: ['audit_entry.at'] },
    defaultOrder: 'desc',
    key: 'audit_entry.id',
    toItem: (row: Row) => row,
  });
  if (isRefusal(list)) return list;
  return {
    ...list,
    csv: CSV,
    total: async () => {
      if (query.count === '0') return undefined;
      const counted = found.select(sql`1`.as('one')).limit(MAX_COUNTED).as('counted');
      const { total } = await ctx.db
        .selectFrom(counted)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
    pages: () => namedPages(ctx, list.pages()),
  };
}

/** Pages of rows as pages of items: names are read for a page at once. */
async function* namedPages(ctx: Context, pages: AsyncIterable<ListPage>): AsyncGenerator<ListPage> {
  for await (const page of pages) yield { ...page, items: await toItems(ctx, page.items as readonly Row[]) };
}

async function findEntries(ctx: Context, query: Query) {
  const { by, actor, group, kind, record, q } = query;
  let found = ctx.db.selectFrom('audit_entry').where(onDays(ctx, query, 'audit_entry.at'));
  // Wages are confidential, also in the log.
  if (!may(ctx.actor, seePay)) found = found.where('subjectKind', 'not in', [...PAY_KINDS]);
  if (by !== undefined) found = found.where('actorRole', '=', by);
  if (actor !== undefined) found = found.where('actorID', '=', actor);
  if (kind !== undefined) found = found.where('subjectKind', 'in', [...kindsOf(kind)]);
  if (record !== undefined) found = found.where('subjectID', '=', record);
  if (group !== undefined) {
    const actions = await actionsOf(ctx, (action) => groupOf(action) === group);
    found = found.where('action', 'in', ['', ...actions]); // never an empty list
  }
  for (const matches of await matchesAuditWords(ctx, q ?? '')) found = found.where(matches);
  return found;
}

async function toItems(ctx: Context, rows: readonly Row[]): Promise<AuditEntry[]> {
  const ids = rows.flatMap((row) => [
    ...idsIn([row.actorID, row.subjectID]),
    ...idsIn(row.before),
    ...idsIn(row.after),
  ]);
  const names = await namesOf(ctx, ids);
  const reading = { zone: ctx.config.BUSINESS_TZ, nameOf: (id: string) => names.get(id) };
  return rows.map((row) => {
    const notMoney = NOT_MONEY[row.subjectKind] ?? [];
    const changes = changesIn(row.before, row.after, { ...reading, notMoney });
    const subject = { kind: row.subjectKind, id: row.subjectID, label: labelOf(row, names) };
    return {
      id: row.id,
      trash: 0,
      at: wireTime(row.at),
      actor: {
        kind: row.actorRole as AuditEntry['actor']['kind'],
        id: row.actorID,
        name: names.get(row.actorID ?? '') ?? '',
      },
      action: row.action,
      sentence: sentenceOf({ ...subject, action: row.action, fields: changes.map(({ field }) => field) }),
      subject,
      changes,
      reason: row.reason ?? '',
      ip: row.ip,
    };
  });
}

const PAY_KINDS = ['pay-rate', 'pay-extra', 'pay-sheet'] as const;

/** What a promo code takes off is a percentage, an amount or hours. */
const NOT_MONEY: Readonly<Record<string, readonly string[]>> = { promo_code: ['amount'] };

const LABEL_OF_ROW = new Map<string, string>(
  SETTING_NAMES.map((name) => [SETTINGS[name].row, SETTING_LABELS[name].label]),
);

function labelOf({ subjectKind, subjectID }: Row, names: ReadonlyMap<string, string>): string {
  if (subjectID === null) return '';
  if (subjectKind === 'setting') return LABEL_OF_ROW.get(subjectID) ?? subjectID;
  if (subjectKind === 'holiday')
    return (
      timeText(Temporal.PlainDate.from(subjectID).toZonedDateTime('UTC').toInstant(), 'UTC').split(',')[0] ??
      ''
    );
  if (subjectKind === 'pay-sheet') return monthName(subjectID);
  return names.get(subjectID) ?? '';
}

function side(changes: readonly Change[], which: 'before' | 'after'): string {
  return changes.map((change) => `${change.field}: ${change[which] || '–'}`).join('; ');
}

const CSV = [
  { heading: 'When', value: (entry: AuditEntry) => csvTime(entry.at) },
  { heading: 'Who', value: (entry: AuditEntry) => entry.actor.name },
  { heading: 'Role', value: (entry: AuditEntry) => ACTOR_NAMES[entry.actor.kind] },
  { heading: 'What', value: (entry: AuditEntry) => entry.sentence },
  { heading: 'Before', value: (entry: AuditEntry) => side(entry.changes, 'before') },
  { heading: 'After', value: (entry: AuditEntry) => side(entry.changes, 'after') },
  { heading: 'Reason', value: (entry: AuditEntry) => entry.reason },
  { heading: 'From where', value: (entry: AuditEntry) => entry.ip },
  { heading: 'Kind', value: (entry: AuditEntry) => oneOf(entry.subject.kind) },
  { heading: 'Record', value: (entry: AuditEntry) => entry.subject.id },
  { heading: 'Entry', value: (entry: AuditEntry) => entry.id },
];

/** People or records of one kind that a word finds; more mean that it says too little, and only these are found. */
const MAX_MATCHES = 500;

type Entry = ExpressionBuilder<DB, 'audit_entry'>;
type Condition = (entry: Entry) => Expression<SqlBool>;

/**
 * Finds the entries of each word: by people who acted, records, or what happened. People and records are searched first,
 * then their entries: the trail stores no names, so that none has to be erased or renamed in it.
 */
async function matchesAuditWords(ctx: Context, q: string): Promise<readonly Condition[]> {
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
      ...(actors.length > 0 ? [eb('actorID', 'in', actors)] : []),
      ...byKind.map(([kind, things = []]) =>
        and([
          eb('subjectKind', 'in', [...kindsOf(kind)]),
          eb(
            'subjectID',
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
    (select 'admin' as kind, id::text from admin where ${matchesWords(word, ['fullname', 'identity'])} limit ${MAX_MATCHES})
    union all (select 'api-key', id::text from api_key where ${matchesWords(word, ['name'])} limit ${MAX_MATCHES})
    union all (select 'cleaner', id::text from cleaner
      where ${matchesWords(word, ['firstname', 'lastname', 'displayName', 'mobile'])} limit ${MAX_MATCHES})
    union all (select 'customer', id::text from customer where ${matchesCustomer(word)} limit ${MAX_MATCHES})
    union all (select 'package', id::text from package where ${matchesWords(word, ['label'])} limit ${MAX_MATCHES})
    union all (select 'promo_code', id::text from promo_code where ${matchesWords(word, ['code', 'label'])} limit ${MAX_MATCHES})
    union all (select 'checklist_item', id::text from checklist_item where ${matchesWords(word, ['english'])} limit ${MAX_MATCHES})
    union all (select 'job', id::text from job where number = ${number})
    union all (select 'transaction', id::text from money_transaction where receipt_no = ${number})`.execute(
    db,
  );
  return [...rows, ...settingsNamed(word)];
}

function settingsNamed(word: string): Named[] {
  const wanted = word.toLowerCase();
  return [...LABEL_OF_ROW]
    .filter(([, label]) => label.toLowerCase().includes(wanted))
    .map(([row]) => ({ kind: 'setting', id: row }));
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
async function actionsOf(ctx: Context, isWanted: (action: string) => boolean): Promise<string[]> {
  return (await knownActions(ctx)).filter(isWanted);
}

const fullname = (table: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''),
    trim(${sql.ref(`${table}.firstname`)} || ' ' || ${sql.ref(`${table}.lastname`)}))`;

/** The names of people and records by id: `Mei Tan`, `#2496`, `Mei Tan’s home`. Those that are not known are absent. */
async function namesOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`any(${[...new Set(ids)]}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string; prefix: string; suffix: string }>`
    select id::text, fullname as name, '' as prefix, '' as suffix from admin where id = ${wanted}
    union all select id::text, name, '', ' (API key)' from api_key where id = ${wanted}
    union all select id::text, coalesce(nullif(description, ''), url), '“', '”' from webhook_endpoint where id = ${wanted}
    union all select id::text, ${fullname('cleaner')}, '', '' from cleaner where id = ${wanted}
    union all select id::text, ${fullname('customer')}, '', '' from customer where id = ${wanted}
    union all select id::text, trim(firstname || ' ' || lastname), '', '' from application where id = ${wanted}
    union all select id::text, trim(firstname || ' ' || lastname), '', '' from contact_request where id = ${wanted}
    union all select id::text, label, '', '' from package where id = ${wanted}
    union all select id::text, code, '', '' from promo_code where id = ${wanted}
    union all select id::text, english, '“', '”' from checklist_item where id = ${wanted}
    union all select id::text, name, '', '' from region where id = ${wanted}
    union all select id::text, number::text, '#', '' from job where id = ${wanted}
    union all select id::text, receipt_no::text, 'receipt ', '' from money_transaction where id = ${wanted}
    union all select home.id::text, ${fullname('customer')}, '', '’s home'
      from customer_address as home join customer on customer.id = home.customer_id where home.id = ${wanted}
    union all select paid.id::text, ${fullname('customer')}, '', '’s card payment'
      from payment_attempt as paid join customer on customer.id = paid.customer_id where paid.id = ${wanted}
    union all select alarm.id::text, ${fullname('customer')}, '', '’s payment problem'
      from payment_alarm as alarm join customer on customer.id = alarm.customer_id where alarm.id = ${wanted}`.execute(
    db,
  );
  const named = rows.filter(({ name }) => name !== '');
  return new Map(named.map(({ id, name, prefix, suffix }) => [id, `${prefix}${name}${suffix}`]));
}

/** The state of the chain, and what its last full check found. */
export async function readAuditChain({ db }: Context): Promise<AuditChain> {
  const head = await readHead(db);
  const unsealed = await db
    .selectFrom('audit_unsealed')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  const check = await db
    .selectFrom('audit_check')
    .select(['at', 'entries', 'problem'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const lastCheck =
    check === undefined ? null : { at: wireTime(check.at), entries: check.entries, problem: check.problem };
  return { head: head.hash, links: Math.max(0, head.seq), waiting: unsealed.waiting, lastCheck };
}
