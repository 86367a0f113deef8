/** The version of the archive's layout: another one is refused on import. */
export const FORMAT = 2;

/** Pictures are in files of this many uploads, with up to 15 sizes and formats each. */
export const UPLOADS_PER_FILE = 500;

/** Tables that are not in the archive, with the reason. Every other table of database/owners.ts is. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  admin_password_reset: 'links that work for three days at most',
  admin_recovery_code: 'secrets; an admin sets up two-step sign-in again',
  api_key: 'secret keys of other systems; an owner creates new ones',
  archive_export: 'exports of this installation; their files are not in the archive',
  calendar_feed: 'secret addresses; people subscribe again',
  cron_run: 'when background jobs last ran on this installation',
  customer_registration: 'sign-ups that wait for a code for some minutes',
  dispatch_plan: 'plans of the next days, which can be calculated again',
  dispatch_plan_visit: 'see dispatch_plan',
  extension_migration: 'the extensions of this installation',
  facebook_proof: 'proofs that work for some minutes',
  idempotency_key: 'replies kept for repeated requests',
  live_event: 'signals to open screens',
  one_time_code: 'codes that work for some minutes',
  postal_place: 'addresses of postal codes, which are looked up again',
  schema_migration: 'the manifest names the schema',
  session: 'signed-in browsers; everyone signs in again',
  throttle: 'counters against guessing, of the last hours',
  webhook_delivery: 'what was sent to other systems in the last 30 days',
  webhook_endpoint: 'addresses and secrets of other systems, which are added again',
};

/** Columns that are not in the archive, with the reason. Empty after an import, or the column's default. */
export const WITHHELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: {
    password_hash: 'replaced with a random password on import',
    totp_secret: 'a secret; two-step sign-in is off after an import',
    totp_since: 'two-step sign-in is off after an import',
    totp_last_step: 'belongs to the secret',
  },
  card_setup: {
    token: 'a token of the payment provider, for one use',
    client_secret: 'a secret of the payment provider, for one use',
  },
  customer_email_change: { token_sha256: 'a link that works for a day' },
  payment_attempt: { client_secret: 'a secret of the payment provider, for one use' },
};

/** Tables that the migrations of an empty Kemas fill; an import replaces their rows. */
export const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set([
  'area',
  'audit_head',
  'postal_sector',
  'public_holiday',
  'region',
]);

/** Sequences that are in the manifest: numbers that must not be issued twice. */
export const SEQUENCES: Readonly<Record<string, string>> = {
  audit_unsealed_id_seq: 'the order of audit entries that are not in the chain yet',
  job_number_seq: 'the last visit number',
  receipt_no: 'the last receipt number',
};
