-- Who signs in with which Facebook account stands in customer_facebook alone.
alter table customer drop column facebook_id;
