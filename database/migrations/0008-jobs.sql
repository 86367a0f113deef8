create table job_series (
  id uuid primary key,
  customer_id uuid not null references customer,
  interval text not null check (interval in ('weekly', 'fortnightly')),
  count integer not null check (count between 2 and 52),
  created_at timestamptz not null
);

create table job (
  id uuid primary key,
  series_id uuid references job_series,
  label text not null,
  package_id uuid not null references package,
  customer_id uuid not null references customer,
  address_id uuid not null references customer_address,
  job_type text not null check (job_type in ('regular', 'one-time', 'spring-cleaning', 'moving-in-out')),
  cleaner_type text not null check (cleaner_type in ('any', 'preferred')),
  status text not null check (status in ('pending', 'paid', 'expired', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Hours that each cleaner works; the break is on top.
  hours numeric(6, 1) not null check (hours > 0),
  break_hours numeric(6, 2) not null,
  num_cleaners integer not null check (num_cleaners between 1 and 5),
  hold_expires_at timestamptz,
  require_cleaning_supplies boolean not null,
  special_requests text not null,
  contact_details text not null,
  -- The itemised quote and the cancellation terms as they were agreed, frozen.
  price jsonb not null,
  policy jsonb not null,
  amount_to_pay integer not null check (amount_to_pay >= 0),
  credits_used numeric(8, 1) not null default 0,
  has_changed_date boolean not null default false,
  -- The address and the contact as they were at the booking.
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  address_postal text not null,
  address_type text not null,
  address_country text not null,
  address_latitude double precision,
  address_longitude double precision,
  address_gender_preference text not null,
  address_has_pets boolean not null,
  address_language_preference text not null,
  address_area_id uuid references area,
  customer_email text not null,
  checklist_comment text not null default '',
  review text,
  review_stars smallint check (review_stars between 1 and 5),
  reviewed_at timestamptz,
  review_shown_at timestamptz,
  paid_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid,
  cancelled_at timestamptz,
  cancelled_by text,
  cancel_reason text,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint job_bounds check (starts_at < ends_at),
  constraint job_hold check ((status = 'pending') = (hold_expires_at is not null)),
  constraint job_review check ((review_stars is null) = (reviewed_at is null))
);
create index job_of_customer on job (customer_id, starts_at desc);
create index job_by_start on job (starts_at);
create index job_holds on job (hold_expires_at) where status = 'pending';

-- The crew, in order: cleaner1ID … cleaner5ID on the wire. Each clocks in and out alone.
create table job_crew (
  job_id uuid not null references job,
  place smallint not null check (place between 1 and 5),
  cleaner_id uuid not null references cleaner,
  started_at timestamptz,
  start_latitude double precision,
  start_longitude double precision,
  finished_at timestamptz,
  finish_latitude double precision,
  finish_longitude double precision,
  primary key (job_id, place),
  constraint job_crew_once unique (job_id, cleaner_id),
  constraint job_crew_clock check (finished_at is null or (started_at is not null and finished_at >= started_at))
);
create index job_crew_of_cleaner on job_crew (cleaner_id, job_id);

-- The checklist as it stood when the job was paid.
create table job_checklist_item (
  job_id uuid not null references job,
  item_id uuid not null references checklist_item,
  english text not null,
  chinese text not null,
  category text not null,
  position integer not null,
  done_at timestamptz,
  done_by uuid references cleaner,
  primary key (job_id, item_id)
);

alter table cleaner_occupation add foreign key (job_id) references job;
alter table money_transaction add foreign key (job_id) references job;
