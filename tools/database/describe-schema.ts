import type pg from 'pg';

/** Objects of extensions are excluded. */
const OURS = `not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

/** The schema as SQL text in a stable order, from PostgreSQL's catalogue. */
export async function describeSchema(client: pg.Client, schemas: readonly string[]): Promise<string> {
  const parts = [
    '-- Generated from the migrations by `npm run db:generate`; for reading and review, never run.',
    ...(await rows(client, FUNCTIONS, schemas)),
    ...(await rows(client, TABLES, schemas)),
    ...(await rows(client, INDEXES, schemas)),
    ...(await rows(client, TRIGGERS, schemas)),
  ];
  return `${parts.join('\n\n')}\n`;
}

async function rows(client: pg.Client, query: string, schemas: readonly string[]): Promise<string[]> {
  const found = await client.query<{ text: string }>(query, [schemas]);
  return found.rows.map((row) => row.text.trim());
}

const TABLES = `
  with columns as (
    select a.attrelid, a.attnum as nth,
      '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
  ), constraints as (
    select conrelid, conname, '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x')
  )
  select 'create table ' || o.oid::regclass || E' (\\n'
    || (select string_agg(line, E',\\n' order by nth) from columns where attrelid = o.oid)
    || coalesce(E',\\n' || (select string_agg(line, E',\\n' order by conname) from constraints where conrelid = o.oid), '')
    || E'\\n);' as text
  from pg_class o join pg_namespace n on n.oid = o.relnamespace
  where o.relkind = 'r' and n.nspname = any($1) and ${OURS}
  order by n.nspname, o.relname`;

const INDEXES = `
  select pg_get_indexdef(o.oid) || ';' as text
  from pg_class o
  join pg_index i on i.indexrelid = o.oid
  join pg_namespace n on n.oid = o.relnamespace
  where n.nspname = any($1) and ${OURS}
    and not exists (select from pg_constraint c where c.conindid = o.oid and c.contype in ('p', 'u', 'x'))
  order by n.nspname, o.relname`;

const FUNCTIONS = `
  select pg_get_functiondef(o.oid) || ';' as text
  from pg_proc o join pg_namespace n on n.oid = o.pronamespace
  where n.nspname = any($1) and ${OURS}
  order by n.nspname, o.proname`;

const TRIGGERS = `
  select pg_get_triggerdef(o.oid) || ';' as text
  from pg_trigger o
  join pg_class c on c.oid = o.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  where not o.tgisinternal and n.nspname = any($1)
  order by c.relname, o.tgname`;
