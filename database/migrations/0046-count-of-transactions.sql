-- A few values, so that the whole of it is small: what the first page of transactions is counted by.
create index money_transaction_count on money_transaction (type, method) where trashed_at is null;
