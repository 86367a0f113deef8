-- What a visit to a home in a postal sector costs for parking.
create table ext_parking_fee (
  sector text primary key,
  cents integer not null,
  constraint ext_parking_fee_sector check (sector ~ '^[0-9]{2}$'),
  constraint ext_parking_fee_cents check (cents between 1 and 10000)
);
