-- The office sorts its customers by the name that their list shows.
create index customer_by_shown_name on customer
  (coalesce(nullif(display_name, ''), firstname || ' ' || lastname), id);
