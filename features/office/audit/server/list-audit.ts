import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#database/generated.ts';
import { SETTINGS } from '#features/catalogue/settings/rules/settings.ts';
import { monthName } from '#features/work/pay/rules/month.ts';
import { seePay } from '#features/work/pay/rules/policy.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import { may } from '#platform/kernel/policy.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { csvTime } from '#platform/server/lists/csv.ts';
import { onDays } from '#platform/server/lists/filters.ts';
import { type ListOutcome, type ListPage, listOf } from '#platform/server/lists/streamed-list.ts';
import type { AuditEntry, listAudit as call } from '../contract.ts';
import { type Change, changesIn, idsIn, timeText } from '../rules/changes.ts';
import { ACTOR_NAMES, groupOf, sentenceOf } from '../rules/sentences.ts';
import { kindsOf, oneOf } from '../rules/subjects.ts';
import { actionsOf, matchesAuditWords } from './matches-words.ts';
import { namesOf } from './names.ts';

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
  if (!may(ctx.actor, seePay)) found = found.where('subject_kind', 'not in', [...PAY_KINDS]);
  if (by !== undefined) found = found.where('actor_role', '=', by);
  if (actor !== undefined) found = found.where('actor_id', '=', actor);
  if (kind !== undefined) found = found.where('subject_kind', 'in', [...kindsOf(kind)]);
  if (record !== undefined) found = found.where('subject_id', '=', record);
  if (group !== undefined) {
    const actions = await actionsOf(ctx, (action) => groupOf(action) === group);
    found = found.where('action', 'in', ['', ...actions]); // never an empty list
  }
  for (const matches of await matchesAuditWords(ctx, q ?? '')) found = found.where(matches);
  return found;
}

async function toItems(ctx: Context, rows: readonly Row[]): Promise<AuditEntry[]> {
  const ids = rows.flatMap((row) => [
    ...idsIn([row.actor_id, row.subject_id]),
    ...idsIn(row.before),
    ...idsIn(row.after),
  ]);
  const names = await namesOf(ctx, ids);
  const reading = { zone: ctx.config.BUSINESS_TZ, nameOf: (id: string) => names.get(id) };
  return rows.map((row) => {
    const notMoney = NOT_MONEY[row.subject_kind] ?? [];
    const changes = changesIn(row.before, row.after, { ...reading, notMoney });
    const subject = { kind: row.subject_kind, id: row.subject_id, label: labelOf(row, names) };
    return {
      id: row.id,
      trash: 0,
      at: wireTime(row.at),
      actor: {
        kind: row.actor_role as AuditEntry['actor']['kind'],
        id: row.actor_id,
        name: names.get(row.actor_id ?? '') ?? '',
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

const SETTING_LABELS = new Map<string, string>(Object.values(SETTINGS).map(({ row, label }) => [row, label]));

function labelOf({ subject_kind, subject_id }: Row, names: ReadonlyMap<string, string>): string {
  if (subject_id === null) return '';
  if (subject_kind === 'setting') return SETTING_LABELS.get(subject_id) ?? subject_id;
  if (subject_kind === 'holiday')
    return (
      timeText(Temporal.PlainDate.from(subject_id).toZonedDateTime('UTC').toInstant(), 'UTC').split(',')[0] ??
      ''
    );
  if (subject_kind === 'pay-sheet') return monthName(subject_id);
  return names.get(subject_id) ?? '';
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
