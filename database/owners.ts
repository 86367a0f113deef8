/**
 * Whose a table is: its owner alone writes it. Others read it through the owner's server/index.ts, or as a read model
 * named here, where a list needs the join. `npm run check` holds the code against this page.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  platform: ['audit_entry', 'idempotency_key', 'schema_migration', 'session', 'setting', 'throttle'],
  accounts: ['admin', 'one_time_code'],
  places: ['area', 'postal_sector', 'public_holiday', 'region'],
  customers: ['customer', 'customer_address'],
  cleaners: ['cleaner', 'cleaner_region', 'cleaner_week'],
  packages: ['package'],
  checklists: ['checklist_item'],
  payments: ['ledger_entry', 'ledger_tx', 'money_transaction', 'payment_attempt', 'webhook_event'],
  credits: ['credit_lot'],
  schedule: ['cleaner_occupation', 'time_off'],
  jobs: ['job', 'job_crew', 'job_series'],
  visits: ['job_checklist_item'],
};

/** Reads of another's table that are allowed, file by file: joins that lists and decisions need for speed. */
export const READ_MODELS: Readonly<Record<string, readonly string[]>> = {
  'features/jobs/server/job-rows.ts': ['cleaner', 'customer', 'package', 'job_checklist_item'],
};
