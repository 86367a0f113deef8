-- Drops the indexes and constraints of the big tables, except primary keys: inserting is many times faster without.

create table bench.big_table as select unnest(
  '{job, job_hold, job_crew, job_checklist_item, cleaner_occupation, time_off, ledger_tx, ledger_entry, money_transaction,
  payment_allocation, payment_attempt, credit_lot, credit_movement, credit_use, promo_use, audit_entry, message}'::regclass[]
) as id;

create table bench.dropped as
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
from pg_constraint where contype in ('x', 'u') and conrelid in (select id from bench.big_table)
union all
select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
from pg_index where not indisprimary and indrelid in (select id from bench.big_table)
  and indexrelid not in (select conindid from pg_constraint where contype in ('x', 'u'));

do $$ declare statement text; begin
  for statement in select drop from bench.dropped loop execute statement; end loop;
end $$;
