-- Prepaid hours: what visits were paid with, sent to friends, or left to expire. An hour of a lot costs the same
-- throughout, so that costs add up to the cent.

create table bench.use as
select n as job_number, id as job_id, home_number, customer_id, total_hours as hours, status, type, paid_at,
  (row_number() over (partition by home_number order by paid_at, n) - 1) / 9 as place
from bench.job where by_credits;

-- A lot pays for nine visits at most. One in six was given by the office, the others were bought; of two in five some
-- hours went to a friend.
create table bench.lot as
select n, home_number, place, customer_id, bench.id('lot', n, bought_at) as id, bought_at, source, code, per_hour, granted,
  per_hour * case when code is null then 100 else 90 end as unit, gift_hours, sent_at, gift_state,
  left_over, expires_at + case when expires_at between bench.at(-2, '00:00') and bench.at(3, '00:00') then interval '7 days' else '0' end
    as expires_at
from (
  select row_number() over (order by home_number, place) as n, home_number, place, customer_id,
    min(paid_at) - interval '1 day' as bought_at, max(paid_at) as last_use,
    coalesce(sum(hours) filter (where status = 'paid'), 0) as used
  from bench.use group by home_number, place, customer_id
) as served
cross join lateral (
  select case when bench.hash('source', n) % 100 < 16 then 'adjustment' else 'purchase' end as source,
    case when bench.hash('gift', n) % 100 < 43 then 1 + bench.hash('gift hours', n) % 3 end as gift_hours,
    greatest(bought_at + interval '1 hour', bench.past(bought_at + interval '20 days', n)) as sent_at,
    greatest(bought_at + interval '12 months', last_use + interval '1 month') as expires_at
) as drawn
cross join lateral (
  select ceil((used + 1 + coalesce(gift_hours, 0)) / 12) * 12 as granted,
    case when source = 'purchase' and bench.hash('lot has code', n) % 100 < 75 then bench.code('lot code', n) end as any_code,
    case when gift_hours is null then null
      when sent_at > bench.at(-29, '00:00') then case when n % 3 = 0 then 'claimed' else 'pending' end
      when n % 10 = 0 and sent_at < bench.at(-31, '00:00') then 'returned' else 'claimed' end as gift_state
) as sized
cross join lateral (
  select case when source = 'adjustment' then 0 when granted <= 12 then 27 when granted <= 24 then 25 else 24 end as per_hour,
    any_code - 1 + any_code % 2 as code, -- those that take off a tenth
    granted - used - case when gift_state <> 'returned' then gift_hours else 0 end as left_over
) as priced;
create unique index on bench.lot (home_number, place);
alter table bench.lot add column customer_account text, add column is_over boolean;
update bench.lot set customer_account = 'customer:' || customer_id || ':credits:' || per_hour || ':' || id,
  is_over = expires_at < bench.at(0, '00:00');
analyze bench.lot;

create table bench.gift as
select lot.*, bench.id('gift', n, sent_at) as gift_id, claimed_at, friend_id, email,
  bench.id('friend lot', n, claimed_at) as friend_lot_id, friend_until, friend_until < bench.at(0, '00:00') as is_friend_late,
  'customer:' || friend_id || ':credits:' || per_hour || ':' || bench.id('friend lot', n, claimed_at) as friend_account
from bench.lot
cross join lateral (
  select case when gift_state = 'claimed' then sent_at + interval '1 hour' end as claimed_at,
    sent_at + interval '6 months' + case when sent_at + interval '6 months' between bench.at(-2, '00:00') and bench.at(3, '00:00')
      then interval '7 days' else '0' end as friend_until
) as claimed
join (select n as friend_number, customer_id as friend_id, email from bench.home) as friend
  on friend_number = 1 + bench.hash('friend', n) % bench.setting('customers')
where gift_hours is not null;

create table bench.spend as
select use.*, lot.id as lot_id, lot.customer_account, lot.unit, lot.per_hour, bench.id('use', job_number, paid_at) as use_id
from bench.use join bench.lot using (home_number, place);

insert into credit_lot (id, customer_id, per_hour, granted, remaining, source, transaction_id, purchased_at, expires_at, cost,
  cost_left, notice_given)
select id, customer_id, per_hour, granted, remaining, source, transaction_id, since, until, granted * unit, remaining * unit,
  case when until < bench.at(9, '00:00') then 7 when until < bench.at(32, '00:00') then 30 end
from (
  select id, customer_id, per_hour, granted, case when is_over then 0 else left_over end as remaining, source,
    case when source = 'purchase' then bench.id('package payment', n, bought_at) end as transaction_id, bought_at as since,
    expires_at as until, unit
  from bench.lot
  union all
  select friend_lot_id, friend_id, per_hour, gift_hours, case when is_friend_late then 0 else gift_hours end, 'gift', null,
    claimed_at, friend_until, unit
  from bench.gift where gift_state = 'claimed'
) as every
order by since;

insert into credit_gift (id, sender_id, email, email_type, message, hours, code_hash, sent_at, expires_at, claimed_at,
  claimed_by, returned_at)
select gift_id, customer_id, email, 'existing', 'Enjoy', gift_hours, sha256(gift_id::text::bytea), sent_at,
  sent_at + interval '30 days', claimed_at, case when gift_state = 'claimed' then friend_id end,
  case when gift_state = 'returned' then sent_at + interval '30 days' end
from bench.gift order by sent_at;

insert into credit_gift_part (gift_id, lot_id, hours, cost) select gift_id, id, gift_hours, gift_hours * unit from bench.gift;

insert into credit_purchase (id, customer_id, package_id, label, per_hour, hours, price, total, promocode, status, lot_id,
  transaction_id, created_at, decided_at)
select bench.id('purchase', n, bought_at), customer_id, bench.id('package', 100 + per_hour, '2024-01-01Z'), 'Hours', per_hour,
  granted, '{}', granted * unit, coalesce('CODE' || code, ''), 'paid', id, bench.id('package payment', n, bought_at),
  bought_at, bought_at
from bench.lot where source = 'purchase';

insert into credit_use (id, job_id, lot_id, customer_id, hours, cost, held_at, spent_at, ended_at, returned, returned_cost)
select use_id, job_id, lot_id, customer_id, hours, hours * unit, paid_at, case when status <> 'expired' then paid_at end,
  case when status <> 'paid' then paid_at + interval '2 hours' end, case when status = 'paid' then 0 else hours end,
  case when status = 'paid' then 0 else hours * unit end
from bench.spend;

-- Everything that moved, once: the statements, and both sides of the ledger.
create table bench.move as
select kind, about, number, happened_at, customer_id, lot_id, account, per_hour, hours, cost, other, income, job_id, gift_id,
  bench.id(about, number, happened_at) as tx_id
from (
  select case source when 'purchase' then 'bought' else 'adjusted' end as kind, 'fill' as about, n as number,
    bought_at as happened_at, customer_id, id as lot_id, customer_account as account, per_hour, granted as hours, 0 as cost,
    'company:credits_issued' as other, null as income, null::uuid as job_id, null::uuid as gift_id
  from bench.lot
  union all
  select 'held', 'held', job_number, paid_at, customer_id, lot_id, customer_account, per_hour, -hours, 0, 'credits_held', null,
    job_id, null
  from bench.spend
  union all
  select 'returned', 'returned', job_number, paid_at + interval '2 hours', customer_id, lot_id, customer_account, per_hour,
    hours, case when status = 'cancelled' then -hours * unit else 0 end,
    case status when 'cancelled' then 'credits_used' else 'credits_held' end, 'revenue:' || type, job_id, null
  from bench.spend where status <> 'paid'
  union all
  select 'sent', 'sent', n, sent_at, customer_id, id, customer_account, per_hour, -gift_hours, 0, 'gift_escrow', null, null, gift_id
  from bench.gift
  union all
  select 'received', 'received', n, claimed_at, friend_id, friend_lot_id, friend_account, per_hour, gift_hours, 0, 'gift_escrow',
    null, null, gift_id
  from bench.gift where gift_state = 'claimed'
  union all
  select 'gift-returned', 'gift back', n, sent_at + interval '30 days', customer_id, id, customer_account, per_hour, gift_hours,
    0, 'gift_escrow', null, null, gift_id
  from bench.gift where gift_state = 'returned'
  union all
  select 'expired', 'expired', n, expires_at, customer_id, id, customer_account, per_hour, -left_over, left_over * unit,
    'credits_expired', 'revenue:expired-credits', null, null
  from bench.lot where is_over
  union all
  select 'expired', 'friend expired', n, friend_until, friend_id, friend_lot_id, friend_account, per_hour, -gift_hours,
    gift_hours * unit, 'credits_expired', 'revenue:expired-credits', null, null
  from bench.gift where gift_state = 'claimed' and is_friend_late
) as every;

insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
select tx_id, 'credits-' || kind, 'lot', lot_id, 'credits:' || kind || ':' || tx_id, happened_at from bench.move
union all
select bench.id('spent', job_number, paid_at), 'credits-spent', 'job', job_id, 'credits:spent:' || use_id, paid_at
from bench.spend where status <> 'expired';

insert into ledger_entry (tx_id, line, account, commodity, amount)
select tx_id, line, entry.account, commodity, amount from bench.move
cross join lateral (values (1, account, 'H' || per_hour, hours * 10), (2, other, 'H' || per_hour, -hours * 10),
  (3, 'deferred_revenue', 'SGD', cost), (4, income, 'SGD', -cost)) as entry (line, account, commodity, amount)
where amount <> 0
union all
select bench.id('spent', job_number, paid_at), line, account, commodity, amount from bench.spend
cross join lateral (values (1, 'credits_used', 'H' || per_hour, hours * 10), (2, 'credits_held', 'H' || per_hour, -hours * 10),
  (3, 'deferred_revenue', 'SGD', hours * unit), (4, 'revenue:' || type, 'SGD', -hours * unit)) as entry (line, account, commodity, amount)
where status <> 'expired' and amount <> 0;

insert into credit_movement (id, lot_id, customer_id, kind, hours, job_id, gift_id, transaction_id, reason, ledger_tx_id, created_at)
select bench.id('move' || about, number, happened_at), lot_id, customer_id, kind, hours, job_id, gift_id, null, '', tx_id, happened_at
from bench.move order by happened_at;

update customer set credits_left = held.hours
from (select customer_id, sum(remaining) as hours from credit_lot group by customer_id) as held
where held.customer_id = customer.id;
