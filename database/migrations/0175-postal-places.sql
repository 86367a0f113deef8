-- Addresses and positions of postal codes as the geocoding provider knows them: it is asked once for each. Empty unless a
-- provider is configured. Nothing here says who lives there.
create table postal_place (
  postal text primary key constraint postal_place_postal check (postal ~ '^\d{6}$'),
  -- False: the provider does not know it.
  found boolean not null,
  block text not null default '',
  street text not null default '',
  building text not null default '',
  latitude double precision,
  longitude double precision,
  looked_up_at timestamptz not null,
  constraint postal_place_position check (found = (latitude is not null) and found = (longitude is not null))
);
-- Each process reads what it does not know yet.
create index postal_place_new on postal_place (looked_up_at) where found;
