-- Violations when all work is finished. The sandbox's Stripe stores its objects in the same database.

select 'charge without an outcome' as violation, id || ' ' || status as what from payment_attempt
where status in ('created', 'sent', 'unknown', 'requires_action')

union all
select 'refund without an outcome', id || ' ' || status from payment_refund where status <> 'succeeded'

union all
select 'charge that only the provider has, or of another amount', intent.id from sandbox.stripe_object as intent
left join payment_attempt as attempt on attempt.stripe_pi_id = intent.id and attempt.status = 'succeeded'
left join money_transaction as paid on paid.attempt_id = attempt.id
where intent.kind = 'payment_intent' and intent.body ->> 'status' = 'succeeded'
  and paid.total is distinct from (intent.body ->> 'amount_received')::int

union all
select 'payment without a charge at the provider', paid.id::text from money_transaction as paid
join payment_attempt as attempt on attempt.id = paid.attempt_id
left join sandbox.stripe_object as intent on intent.id = attempt.stripe_pi_id
where intent.body ->> 'status' is distinct from 'succeeded'

union all
select 'target that was charged twice', target_id::text from payment_attempt
where status = 'succeeded' group by target_id having count(*) > 1

union all
select 'refund at the provider that is not in the books once', refund.id from sandbox.stripe_object as refund
left join payment_refund as ours on ours.provider_refund_id = refund.id
where refund.kind = 'refund'
group by refund.id, refund.body having count(ours.id) <> 1 or sum(ours.cents) <> (refund.body ->> 'amount')::int

union all
select 'hold that did not end', id::text from job where status = 'pending'

union all
select 'payment problem', kind || ' ' || why from payment_alarm
