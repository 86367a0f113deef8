-- Who usually comes to a customer is asked with every price, every day of free times and every booking: answered by the index
-- alone, where it led to twenty rows that lie anywhere in the table.
drop index cleaner_occupation_of_customer;
create index cleaner_occupation_of_customer on cleaner_occupation (customer_id, starts_at desc, id)
  include (cleaner_id, held_until) where released_at is null and customer_id is not null;

-- Everybody who works here is looked through for each of these; their rows, which hold much more, are not.
create index cleaner_working on cleaner (id) include (gender, postal, languages) where trashed_at is null;
