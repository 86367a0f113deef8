-- Pay of the cleaners: rates, the sheet of a month, its lines as approved, and what is added by hand.

-- Append-only: the rate of a visit is the last one saved with the latest first day on or before the visit's business day.
create table pay_rate (
  id uuid not null constraint pay_rate_pkey primary key,
  -- Null: for everyone.
  cleaner_id uuid constraint pay_rate_cleaner_id_fkey references cleaner (id),
  -- Null: for every kind of work.
  job_type text constraint pay_rate_job_type_check
    check (job_type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  -- Null: from that day there is no such rate, and the next more general one counts.
  cents_per_hour integer constraint pay_rate_cents_per_hour_check check (cents_per_hour between 1 and 100000),
  valid_from date not null,
  created_by uuid not null,
  created_at timestamptz not null
);
create index pay_rate_of_cleaner on pay_rate (cleaner_id, valid_from);

-- A month without a row is a draft in which nothing was added by hand.
create table pay_sheet (
  month date not null constraint pay_sheet_pkey primary key
    constraint pay_sheet_month_check check (extract(day from month) = 1),
  status text not null constraint pay_sheet_status_check check (status in ('draft', 'approved', 'locked')),
  -- As approved; null in a draft.
  cleaners integer,
  visits integer,
  paid_minutes integer,
  total integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pay_sheet_approved_totals check ((status = 'draft') = (total is null)
    and (total is null) = (cleaners is null) and (total is null) = (visits is null)
    and (total is null) = (paid_minutes is null))
);

-- Who approved, reopened and locked a sheet, when and why.
create table pay_sheet_change (
  id uuid not null constraint pay_sheet_change_pkey primary key,
  month date not null constraint pay_sheet_change_month_fkey references pay_sheet (month),
  action text not null constraint pay_sheet_change_action_check check (action in ('approved', 'reopened', 'locked')),
  reason text not null,
  -- The sheet's total in cents.
  total integer not null,
  changed_by uuid not null,
  created_at timestamptz not null
);
create index pay_sheet_change_of_month on pay_sheet_change (month, created_at);

-- A cleaner's part of a visit as approved, with the clock events that it comes from.
create table pay_line (
  month date not null constraint pay_line_month_fkey references pay_sheet (month),
  cleaner_id uuid not null constraint pay_line_cleaner_id_fkey references cleaner (id),
  job_id uuid not null constraint pay_line_job_id_fkey references job (id),
  job_type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  planned_minutes integer not null,
  break_minutes integer not null,
  started_at timestamptz,
  finished_at timestamptz,
  cancelled boolean not null,
  paid_minutes integer not null constraint pay_line_paid_minutes_check check (paid_minutes >= 0),
  -- Cents per hour.
  rate integer not null constraint pay_line_rate_check check (rate > 0),
  amount integer not null constraint pay_line_amount_check check (amount >= 0),
  constraint pay_line_pkey primary key (month, cleaner_id, job_id)
);

create table pay_extra (
  id uuid not null constraint pay_extra_pkey primary key,
  month date not null constraint pay_extra_month_fkey references pay_sheet (month),
  cleaner_id uuid not null constraint pay_extra_cleaner_id_fkey references cleaner (id),
  job_id uuid constraint pay_extra_job_id_fkey references job (id),
  kind text not null constraint pay_extra_kind_check check (kind in ('extra', 'tip', 'deduction')),
  -- Cents; a deduction is subtracted.
  amount integer not null constraint pay_extra_amount_check check (amount > 0),
  reason text not null,
  created_by uuid not null,
  created_at timestamptz not null
);
create index pay_extra_of_month on pay_extra (month, cleaner_id, created_at);

-- A locked sheet is final.
create function refuse_change_of_locked_pay() returns trigger language plpgsql as $$
begin
  if exists (select from pay_sheet join changed using (month) where pay_sheet.status = 'locked') then
    raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
  end if;
  return null;
end $$;
create trigger pay_line_added after insert on pay_line referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_line_changed after update on pay_line referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_line_removed after delete on pay_line referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_added after insert on pay_extra referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_changed after update on pay_extra referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_extra_removed after delete on pay_extra referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();

create trigger pay_sheet_change_added after insert on pay_sheet_change referencing new table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_sheet_change_changed after update on pay_sheet_change referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();
create trigger pay_sheet_change_removed after delete on pay_sheet_change referencing old table as changed
  for each statement execute function refuse_change_of_locked_pay();

create function refuse_unlocking_pay() returns trigger language plpgsql as $$
begin
  raise exception 'the pay sheet is locked' using errcode = 'check_violation', constraint = 'pay_sheet_locked';
end $$;
create trigger pay_sheet_stays_locked before update or delete on pay_sheet
  for each row when (old.status = 'locked') execute function refuse_unlocking_pay();

create trigger pay_rate_is_live after insert on pay_rate
  for each row execute function record_live_event('pay');
create trigger pay_sheet_is_live after insert or update on pay_sheet
  for each row execute function record_live_event('pay');
create trigger pay_extra_is_live after insert or update or delete on pay_extra
  for each row execute function record_live_event('pay');
