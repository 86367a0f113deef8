-- The message log can be searched.
create index message_words on message using gin (
  search_text(' ' || recipient) gin_trgm_ops,
  search_text(' ' || subject) gin_trgm_ops,
  search_text(' ' || body) gin_trgm_ops);
