-- What somebody said about a number that they have not confirmed. It becomes a customer with the code that was sent
-- for it; until then it occupies neither the number nor the e-mail address.
create table customer_registration (
  -- The customer's id, once there is one; the code is bound to it.
  id uuid primary key,
  mobile text not null,
  salutation text not null,
  firstname text not null,
  lastname text not null,
  email text not null,
  -- HMAC of the browser's XSRF token; null for a client without cookies.
  visitor_mac text,
  created_at timestamptz not null,
  constraint customer_registration_mobile_key unique (mobile)
);
create index customer_registration_age on customer_registration (created_at);

-- Until now such words were customers at once. Those that nobody confirmed or touched go.
do $$
declare
  unconfirmed uuid;
begin
  for unconfirmed in
    select id from customer
    where otp_verified_at is null and updated_at = created_at and exists (
      select 1 from audit_entry where subject_id = customer.id::text and action = 'customer.registered'
    )
  loop
    begin
      delete from customer where id = unconfirmed;
    exception when foreign_key_violation then
      null; -- the office works with it already
    end;
  end loop;
end $$;
