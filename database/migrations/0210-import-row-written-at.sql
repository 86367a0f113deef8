-- When a row was written: an undo keeps the people who were changed since. Of earlier rows it is the end of their import.
alter table import_row add column written_at timestamptz;
update import_row set written_at = coalesce(import_batch.ended_at, import_batch.updated_at)
from import_batch where import_batch.id = import_row.batch_id;
alter table import_row alter column written_at set not null;
