import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

const fullname = (table: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${table}.display_name`)}, ''),
    trim(${sql.ref(`${table}.firstname`)} || ' ' || ${sql.ref(`${table}.lastname`)}))`;

/** The names of people and records by id: `Mei Tan`, `#2496`, `Mei Tan’s home`. Those that are not known are absent. */
export async function namesOf({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
