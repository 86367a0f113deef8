-- The office's list of transactions, newest first.
create index money_transaction_newest on money_transaction (created_at desc, id);

-- Gender may stay unsaid: a cleaner without one is left out only where a home asks for one.
alter table cleaner drop constraint cleaner_gender_check;
alter table cleaner add constraint cleaner_gender_check check (gender in ('', 'female', 'male'));

-- The card token stays in the attempt until the attempt is decided, so that another process can finish it; then it
-- is erased.
comment on column payment_attempt.instrument is 'token (erased once decided) or stored card, keep, receipt e-mail';
