-- Promo codes are found without their dashes.
create index promo_code_plain on promo_code (replace(upper(code), '-', ''));

-- Text as lists search it: lower case, without accents, one kind of apostrophe, full-width characters as plain ones, the
-- wildcards of LIKE as dashes. What is not ASCII is written as octal bytes (`王` is `x347x216x213`): pg_trgm takes no
-- trigrams from other letters where the database's locale is C.
create function search_text(text) returns text
  language sql immutable parallel safe
  return case
    when octet_length($1) = length($1) then lower(translate($1, '`%_\', '''---'))
    else translate(
      encode(
        decode(
          lower(
            translate(
              regexp_replace(
                regexp_replace(normalize($1, NFKD), '[\u0300-\u036f\u00ad\u200b]', '', 'g'),
                '[\u2018\u2019\u02bc]', '''', 'g'
              ),
              U&'`%_\\\0111\0110\00F8\00D8\0142\0141', '''---dDoOlL'
            )
          ),
          'escape'
        ),
        'escape'
      ),
      '\',
      'x'
    )
  end;

drop index job_words, job_review_words, customer_words, customer_address_words, money_transaction_words;
drop index contact_request_words, application_words, sign_up_entry_words, block_booking_words;
create index job_words on job using gin
  (search_text(' ' || label || ' ' || address_postal || ' ' || address_line1) gin_trgm_ops);
create index job_review_words on job using gin (search_text(' ' || review) gin_trgm_ops) where reviewed_at is not null;
create index customer_words on customer using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || mobile) gin_trgm_ops);
create index customer_address_words on customer_address using gin
  (search_text(' ' || label || ' ' || address_line1 || ' ' || address_line2 || ' ' || address_line3 || ' ' || postal) gin_trgm_ops);
create index money_transaction_words on money_transaction using gin (search_text(' ' || details) gin_trgm_ops);
create index contact_request_words on contact_request using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || mobile || ' ' || subject || ' ' || message) gin_trgm_ops);
create index application_words on application using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || home_area || ' ' || apply_for || ' ' || message) gin_trgm_ops);
create index sign_up_entry_words on sign_up_entry using gin
  (search_text(' ' || firstname || ' ' || lastname || ' ' || email || ' ' || phone || ' ' || action || ' ' || note) gin_trgm_ops);
create index block_booking_words on block_booking using gin (search_text(' ' || description) gin_trgm_ops);
