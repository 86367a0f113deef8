create table cleaner (
  id uuid primary key,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  gender text not null check (gender in ('female', 'male')),
  profile_photo text not null,
  email text not null,
  mobile text not null,
  languages text[] not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  country text not null,
  postal text not null,
  latitude double precision,
  longitude double precision,
  trashed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cleaner_mobile_key unique (mobile)
);

-- The regular week. Shifts are minutes since midnight in business time: {[540,780),[840,1080)}.
create table cleaner_week (
  cleaner_id uuid not null references cleaner,
  weekday smallint not null check (weekday between 0 and 6), -- 0 is Sunday
  available boolean not null,
  shifts int4multirange not null,
  primary key (cleaner_id, weekday)
);

-- Where a cleaner works. No rows: everywhere.
create table cleaner_region (
  cleaner_id uuid not null references cleaner,
  region_id uuid not null references region,
  primary key (cleaner_id, region_id)
);

-- Time off and blocks as the office wrote them. What they take from the diary stands in cleaner_occupation.
create table time_off (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  kind text not null check (kind in ('time-off', 'block')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  description text not null,
  -- A block of one kind of work only; null blocks all work.
  only_job_type text,
  cleaner_type text check (cleaner_type in ('all', 'selected')),
  created_at timestamptz not null,
  created_by uuid,
  removed_at timestamptz,
  check (starts_at < ends_at),
  check (only_job_type is null or kind = 'block')
);
create index time_off_of_cleaner on time_off (cleaner_id, starts_at) where removed_at is null;

-- THE diary: where a cleaner is. Every path writes through this table, and the database refuses a second
-- place at the same time. Rows are at most 24 h long (longer time off is one row a day), so that the index
-- on the start time finds all that can touch a slot.
create table cleaner_occupation (
  id uuid primary key,
  cleaner_id uuid not null references cleaner,
  kind text not null check (kind in ('job', 'time-off', 'block')),
  job_id uuid,
  time_off_id uuid references time_off,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Jobs only: the same interval widened by half the travel buffer on each side, and the place.
  travel_from timestamptz,
  travel_until timestamptz,
  postal text,
  created_at timestamptz not null,
  released_at timestamptz,
  constraint cleaner_occupation_bounds check (starts_at < ends_at and ends_at - starts_at <= interval '24 hours'),
  constraint cleaner_occupation_source check (
    (kind = 'job' and job_id is not null and time_off_id is null and postal is not null
      and travel_from <= starts_at and travel_until >= ends_at)
    or (kind <> 'job' and job_id is null and time_off_id is not null and postal is null)
  ),
  -- Nobody is in two places.
  constraint cleaner_occupation_no_overlap exclude using gist (
    cleaner_id with =,
    tstzrange(starts_at, ends_at) with &&
  ) where (released_at is null),
  -- And nobody flies: between two jobs at different postal codes lies the travel buffer.
  constraint cleaner_occupation_travel exclude using gist (
    cleaner_id with =,
    postal with <>,
    tstzrange(travel_from, travel_until) with &&
  ) where (released_at is null and kind = 'job')
);
create index cleaner_occupation_by_start on cleaner_occupation (starts_at)
  include (cleaner_id, ends_at, kind, postal) where released_at is null;
create index cleaner_occupation_of_cleaner on cleaner_occupation (cleaner_id, starts_at) where released_at is null;
create index cleaner_occupation_of_job on cleaner_occupation (job_id) where job_id is not null;
create index cleaner_occupation_of_time_off on cleaner_occupation (time_off_id) where time_off_id is not null;
