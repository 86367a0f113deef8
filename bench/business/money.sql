-- Money that moved, codes that took something off, and the audit trail of it.

create table bench.payment as
select 'job' as type, n, id as target_id, id as job_id, customer_id, package_id, label as details, total, paid_at as at, code,
  discount, 'revenue:' || type as income, status
from bench.job where not by_credits and status <> 'expired'
union all
select 'credit-package', n, bench.id('purchase', n, bought_at), null, customer_id, bench.id('package', 100 + per_hour, '2024-01-01Z'),
  'Hours', granted * unit, bought_at, code, granted * (per_hour * 100 - unit), 'deferred_revenue', 'paid'
from bench.lot where source = 'purchase'
union all
-- What the office charged to a card.
select 'ad-hoc', n, bench.id('charge', n, at), null, customer_id, null, 'Extra cleaning', 1000 + n % 50 * 100, at, null, 0,
  'revenue:ad-hoc', 'paid'
from generate_series(1, bench.setting('jobs') / 50) as n
cross join lateral (select bench.past(bench.at(-(1 + n % 1000), '15:00') + n * interval '1 ms', n) as at) as moment
join (select n as home_number, customer_id from bench.home) as payer
  on home_number = 1 + bench.hash('charged', n) % bench.setting('customers');

alter table bench.payment add column attempt_id uuid, add column tx_id uuid, add column id uuid;
update bench.payment set attempt_id = bench.id(type || ' attempt', n, at), tx_id = bench.id(type || ' ledger', n, at),
  id = bench.id(case type when 'credit-package' then 'package' else type end || ' payment', n, at);

-- One in twenty was declined first.
insert into payment_attempt (id, purpose, target_id, customer_id, amount, price_snapshot, instrument, status, stripe_pi_id,
  failure_code, created_at, sent_at, settled_at)
select case outcome when 'failed' then bench.id(type || ' declined', n, at) else attempt_id end, type, target_id, customer_id, total,
  jsonb_build_object('jobIDs', jsonb_build_array(job_id), 'confirmedBy', null, 'income', income, 'allocations',
    jsonb_build_array(jsonb_build_object('jobID', job_id, 'cents', total))),
  jsonb_build_object('card', null, 'cardKey', 'sha256:' || md5(n::text), 'receiptEmail', null, 'description', details,
    'offSession', type = 'ad-hoc', 'packageId', package_id),
  outcome, 'pi_' || outcome || '_' || type || n, case outcome when 'failed' then 'card_declined' end, at, at, at
from bench.payment
cross join (values ('succeeded'), ('failed')) as tried (outcome)
where outcome = 'succeeded' or (n % 20 = 0 and type <> 'ad-hoc');

insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
select tx_id, 'card-payment', 'attempt', attempt_id, 'attempt:' || attempt_id, at from bench.payment;
insert into ledger_entry (tx_id, line, account, commodity, amount)
select tx_id, line, account, 'SGD', amount from bench.payment
cross join lateral (values (1, 'stripe_clearing', total), (2, income, -total)) as entry (line, account, amount);

-- A visit that was called off is paid back.
create table bench.refund as
select *, bench.id('refund', n, at) as refund_id, bench.id('refund ledger', n, at) as refund_tx_id,
  at + interval '2 hours' as refunded_at
from bench.payment where status = 'cancelled';
insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
select refund_tx_id, 'refund', 'transaction', refund_id, 'refund:' || refund_id, refunded_at from bench.refund;
insert into ledger_entry (tx_id, line, account, commodity, amount)
select refund_tx_id, line, account, 'SGD', amount from bench.refund
cross join lateral (values (1, 'stripe_clearing', -total), (2, income, total)) as entry (line, account, amount);
insert into payment_refund (id, transaction_id, payment_id, stripe_pi_id, cents, origin, status, provider_refund_id, created_at,
  sent_at, settled_at)
select bench.id('card refund', n, at), refund_id, id, 'pi_succeeded_job' || n, total, 'kemas', 'succeeded', 're_' || n,
  refunded_at, refunded_at, refunded_at
from bench.refund;

-- Cash that the office wrote down.
create table bench.cash as
select n, at, customer_id, 2000 + n % 80 * 100 as total, bench.id('cash', n, at) as id
from generate_series(1, bench.setting('jobs') / 100) as n
cross join lateral (select bench.past(bench.at(-(1 + n % 1000), '16:00') + n * interval '1 ms', n) as at) as moment
join (select n as home_number, customer_id from bench.home) as payer
  on home_number = 1 + bench.hash('paid cash', n) % bench.setting('customers');

insert into money_transaction (id, type, method, total, customer_id, job_id, package_id, attempt_id, refund_of, ledger_tx_id,
  details, receipt_no, created_at)
select id, type, method, total, customer_id, job_id, package_id, attempt_id, refund_of, tx_id, details,
  row_number() over (order by at, id), at
from (
  select id, type, 'card' as method, total, customer_id, job_id, package_id, attempt_id, null::uuid as refund_of, tx_id, details, at
  from bench.payment
  union all
  select refund_id, 'refund', 'card', -total, customer_id, job_id, package_id, null, id, refund_tx_id, 'Refund: ' || details,
    refunded_at
  from bench.refund
  union all
  select bench.id('by credits', n, paid_at), 'job', 'credits', 0, customer_id, id, package_id, null, null, null, label, paid_at
  from bench.job where by_credits and status <> 'expired'
  union all
  select id, 'manual', 'cash', total, customer_id, null, null, null, null, null, 'Paid in cash', at from bench.cash
) as every
order by at;
select setval('receipt_no', (select max(receipt_no) from money_transaction));

insert into payment_allocation (transaction_id, job_id, cents)
select id, job_id, total from money_transaction where job_id is not null;

insert into job_cancellation (job_id, on_behalf_of, fee, refund, credits_returned, credits_forfeited, reason, created_at)
select id, 'customer', 0, total, case when by_credits then total_hours else 0 end, 0, '', booked_at + interval '2 days'
from bench.job where status = 'cancelled';

insert into promo_code (id, code, label, type, amount, booking_types, packages, total_allocation, created_at, updated_at)
select bench.id('promo', n, '2023-01-01Z'), 'CODE' || n, 'Thank you ' || n, case n % 2 when 1 then 'percent' else 'amount' end,
  case n % 2 when 1 then 10 else 500 end, '{}', '{}', case n % 2 when 1 then 1000000 end, at, at
from generate_series(1, bench.codes()) as n
cross join lateral (select '2023-01-01Z'::timestamptz + n * interval '5 days' as at) as made;

insert into promo_use (id, promo_code_id, customer_id, target_kind, target_id, discount, reserved_at, used_at, released_at)
select bench.id('use of' || kind, n, at), bench.id('promo', code, '2023-01-01Z'), customer_id, kind, target_id, discount, at,
  case when status <> 'expired' then at end, case when status not in ('paid') then at + interval '2 hours' end
from (
  select 'job' as kind, n, paid_at as at, code, customer_id, id as target_id, discount, status from bench.job where code is not null
  union all
  select 'credit-package', n, at, code, customer_id, target_id, discount, status
  from bench.payment where type = 'credit-package' and code is not null
) as every
order by at;
update promo_code set taken = live.uses
from (select promo_code_id, count(*) as uses from promo_use where released_at is null group by promo_code_id) as live
where live.promo_code_id = promo_code.id;

-- Of chargebacks and the like, nearly all are looked at.
insert into payment_alarm (id, kind, customer_id, cents, why, raised_at, provider_ref, resolution, reason, settled_at, settled_by)
select id, 'unknown_refund', customer_id, total, 'A refund at the provider fits no payment of ours.', at, 're_unknown_' || n,
  resolution, reason, case when resolution is not null then at + interval '1 hour' end, case when resolution is not null then id end
from bench.cash
cross join lateral (
  select case when n % 200 > 0 then 'kept' end as resolution, case when n % 200 > 0 then 'Looked up' end as reason
) as settled
where n % 20 = 0;

insert into audit_entry (id, at, actor_role, actor_id, action, subject_kind, subject_id, after, ip, request_id)
select bench.id('audit' || action || kind, n, at), at, role, null, action, kind, subject_id, after, '203.0.113.7', 'bench'
from (
  select 'job.changed' as action, 'job' as kind, n, paid_at as at, 'customer' as role, id as subject_id,
    '{"status": "paid", "version": 2}'::jsonb as after
  from bench.job where status <> 'expired'
  union all
  select 'transaction.refunded', 'transaction', n, refunded_at, 'admin', refund_id, jsonb_build_object('cents', total) from bench.refund
  union all
  select 'transaction.created', 'transaction', n, at, 'admin', id, jsonb_build_object('total', total) from bench.cash
  union all
  select 'customer.charged', 'attempt', n, at, 'admin', attempt_id, jsonb_build_object('total', total)
  from bench.payment where type = 'ad-hoc'
  union all
  select 'payment.alarm-settled', 'payment_alarm', n, at, 'admin', id, null from bench.cash where n % 20 = 0
) as every
order by at;
