-- Links in text messages: long ones look like fraud and split messages. The target is sealed, as it may act without a session.
create table short_link (
  code text not null constraint short_link_pkey primary key,
  target text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index short_link_expires_at on short_link (expires_at);
