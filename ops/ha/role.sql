-- Once, as the superuser: Kemas's role, and the settings that a connection through PgBouncer does not bring itself.
create role kemas login password :'password';
create database kemas owner kemas;
alter role kemas in database kemas set timezone = 'Asia/Singapore'; -- BUSINESS_TZ
alter role kemas in database kemas set default_transaction_isolation = 'read committed';
alter role kemas in database kemas set lock_timeout = '3s';
alter role kemas in database kemas set statement_timeout = '15s';
alter role kemas in database kemas set idle_in_transaction_session_timeout = '30s';
