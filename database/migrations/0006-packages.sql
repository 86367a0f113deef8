create table package (
  id uuid primary key,
  type text not null check (type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  category text not null,
  pricing_type text not null check (pricing_type in ('fixed', 'hourly')),
  label text not null,
  description text not null,
  price_per_hour integer not null check (price_per_hour >= 0),
  total_hours numeric(6, 1) not null,
  num_cleaners integer not null check (num_cleaners between 1 and 5),
  hours_per_cleaner numeric(6, 1) not null,
  break_hours numeric(6, 2) not null,
  supplies_cost integer not null check (supplies_cost >= 0),
  supplies_included boolean not null,
  supplies_to_be_prepared text not null,
  start_time text not null,
  credits numeric(8, 1) not null,
  price integer not null check (price >= 0),
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table checklist_item (
  id uuid primary key,
  english text not null,
  chinese text not null,
  category text not null,
  position integer not null,
  -- Empty: for all kinds of jobs.
  job_types text[] not null,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
