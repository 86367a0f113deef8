-- What the generator counts with; gone when it is done. Every value follows from a row's number, so that the same
-- size and day give the same business each time. Settings: bench.cleaners, bench.customers, bench.jobs, bench.today.

create schema bench;

-- 31 bits that look random, from what they are about and a row's number.
create function bench.hash(about text, number bigint) returns integer
  language sql immutable parallel safe
  return (hashtextextended(about, number) & 2147483647)::integer;

-- A UUID of version 7 of a moment, the same each time for the same row.
create function bench.id(about text, number bigint, at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
    || '7' || substr(md5(about || number), 1, 3) || '8' || substr(md5(about || number), 4, 15))::uuid;

create function bench.pick(words text[], number integer) returns text
  language sql immutable parallel safe
  return words[1 + number % cardinality(words)];

create function bench.setting(name text) returns integer
  language sql stable parallel safe
  return current_setting('bench.' || name)::integer;

-- A moment of a day so many days from today.
create function bench.at(days integer, clock time) returns timestamptz
  language sql stable parallel safe
  return (current_setting('bench.today')::date + days) + clock;

-- Share of a day's time that is sold: nearly all of it soon, little of it in three months.
create function bench.load(days integer) returns integer
  language sql immutable parallel safe
  return case when days <= 14 then 80 else greatest(10, 94 - days) end;

-- That moment, or one of the last ten days where it has not come yet: what is paid is paid by now.
create function bench.past(at timestamptz, number bigint) returns timestamptz
  language sql stable parallel safe
  return case when at < bench.at(-1, '00:00') then at
    else bench.at(-1, '00:00') - bench.hash('past', number) % 864000 * interval '1 s' end;

-- So many codes; the first is used far more often than the last.
create function bench.codes() returns integer
  language sql stable parallel safe
  return least(200, 10 + bench.setting('jobs') / 1000);
create function bench.code(about text, number bigint) returns integer
  language sql stable parallel safe
  return 1 + floor(bench.codes() * power(bench.hash(about, number) % 10000 / 10000.0, 3))::integer;

create function bench.works(cleaner bigint, days integer) returns boolean
  language sql stable parallel safe
  return extract(dow from current_setting('bench.today')::date + days) <> cleaner % 7;

create table bench.word (first text[], last text[], street text[], languages text[][]);
insert into bench.word values (
  array['Wei Ling','Jia Hui','Siti','Nurul','Priya','Kavitha','Rachel','Daniel','Marcus','Hui Min','Aisyah','Farah',
    'Arjun','Deepa','Benjamin','Grace','Xin Yi','Zhi Wei','Mei Ling','Haziq','Ravi','Meera','Thomas','Joanne','Kai',
    'Yong Seng','Li Ting','Amir','Shanti','Esther'],
  array['Tan','Lim','Lee','Ng','Ong','Wong','Goh','Chua','Chan','Koh','Teo','Ang','Yeo','Tay','Ho','Low','Toh','Sim',
    'Rahman','Ismail','Osman','Nair','Pillai','Kumar','Singh','Fernandez','De Souza','Abdullah','Chong','Quek'],
  array['Lor 2 Toa Payoh','Ang Mo Kio Ave 3','Bedok North Rd','Clementi Ave 2','Jurong West St 41','Tampines St 81',
    'Woodlands Dr 14','Yishun Ring Rd','Hougang Ave 8','Serangoon Central','Bishan St 12','Queens Cl']
);

create table bench.sector as
select sector, area.id as area_id, area.region_id, row_number() over (order by sector) - 1 as place
from postal_sector join area on area.id = postal_sector.area_id;

create function bench.sector_of(about text, number bigint) returns integer
  language sql stable parallel safe
  return bench.hash(about, number) % (select count(*) from bench.sector);
