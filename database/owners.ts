/**
 * The features that own each table: only the owner writes it. Others read it through the owner's server/index.ts, or as
 * a read model listed here, if a list needs the join. `npm run check` enforces this.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  platform: [
    'audit_check',
    'audit_entry',
    'audit_head',
    'audit_link',
    'audit_unsealed',
    'cron_run',
    'extension_migration',
    'idempotency_key',
    'inbox_step',
    'live_event',
    'message',
    'schema_migration',
    'session',
    'setting',
    'throttle',
  ],
  accounts: ['admin', 'admin_password_reset', 'admin_recovery_code', 'list_view', 'one_time_code'],
  uploads: ['upload'],
  places: ['area', 'postal_place', 'postal_sector', 'public_holiday', 'region'],
  customers: [
    'customer',
    'customer_address',
    'customer_consent',
    'customer_email_change',
    'customer_facebook',
    'customer_note',
    'customer_registration',
    'facebook_proof',
    'sign_up_entry',
  ],
  cleaners: ['cleaner', 'cleaner_region', 'cleaner_week'],
  packages: ['package'],
  ledger: ['ledger_entry', 'ledger_tx'],
  'promo-codes': ['promo_code', 'promo_use'],
  checklists: ['checklist_item'],
  'contact-requests': ['contact_request'],
  applications: ['application'],
  payments: [
    'money_transaction',
    'payment_alarm',
    'payment_allocation',
    'payment_attempt',
    'payment_dispute',
    'payment_refund',
    'payment_waiting_refund',
    'webhook_event',
  ],
  receipts: ['issued_receipt'],
  invoices: ['customer_billing', 'invoice', 'invoice_line', 'invoice_payment'],
  content: ['site_block_draft', 'site_block_version', 'site_item', 'site_item_version'],
  cards: ['card_setup'],
  credits: [
    'credit_gift',
    'credit_gift_part',
    'credit_lot',
    'credit_movement',
    'credit_notice',
    'credit_purchase',
    'credit_use',
  ],
  messages: ['message_language', 'message_text', 'short_link'],
  schedule: ['block_booking', 'cleaner_occupation', 'time_off'],
  jobs: [
    'job',
    'job_cancellation',
    'job_charge',
    'job_crew',
    'job_former_crew',
    'job_hold',
    'job_price_change',
    'job_series',
    'visit_last_told',
  ],
  reminders: ['reminder'],
  conversations: ['job_message'],
  overview: ['need_put_off'],
  series: ['series_move', 'series_move_visit', 'series_pause', 'series_question', 'series_renewal'],
  visits: ['job_checklist_item', 'refused_action', 'visit_photo'],
  cover: ['absence', 'cover', 'cover_visit', 'time_off_request'],
  pay: ['pay_extra', 'pay_line', 'pay_rate', 'pay_sheet', 'pay_sheet_change'],
  calendar: ['calendar_feed'],
  dispatch: ['dispatch_plan', 'dispatch_plan_visit'],
  'waiting-list': ['waiting_entry'],
  import: ['import_batch', 'import_row'],
  archive: ['archive_export'],
  'api-keys': ['api_key'],
  webhooks: ['webhook_delivery', 'webhook_endpoint'],
};

/** Allowed reads of another feature's tables, by file: joins that lists and decisions need for speed. */
export const READ_MODELS: Readonly<Record<string, readonly string[]>> = {
  // Reviews of jobs: filtered by date, stars and the office's decision.
  'features/work/reviews/server/reviews.ts': ['customer', 'job'],
  // An entry of the waiting list with its customer, home, package and cleaner.
  'features/work/waiting-list/server/entries.ts': ['cleaner', 'customer', 'customer_address', 'package'],
  // A job for display: its customer, package, area and crew, and the progress of its checklist.
  'features/work/jobs/server/job-rows.ts': ['area', 'cleaner', 'customer', 'job_checklist_item', 'package'],
  // The message log.
  'features/messages/messages/server/list-messages.ts': ['message'],
  'features/messages/messages/server/write.ts': ['message'],
  // The language of the person with an address.
  'features/messages/messages/server/languages.ts': ['cleaner', 'customer'],
  // Due reminders are found among the current jobs: nothing is scheduled ahead.
  'features/work/reminders/server/visit-reminders.ts': ['job'],
  'features/work/reminders/server/hold-endings.ts': ['job', 'job_hold'],
  // A customer's message with the customer and the visit.
  'features/work/conversations/server/list-unanswered.ts': ['customer', 'job'],
  // Invoices with what was paid and credited of them, and accounts and statements as the ledger has them.
  'features/booking/invoices/server/account.ts': ['ledger_entry', 'money_transaction'],
  'features/booking/invoices/server/ledger-checks.ts': ['ledger_entry', 'money_transaction'],
  'features/booking/invoices/server/list-invoices.ts': ['customer', 'job', 'money_transaction'],
  'features/booking/invoices/server/pay-invoice.ts': ['money_transaction'],
  'features/booking/invoices/server/statement.ts': ['ledger_entry', 'ledger_tx', 'money_transaction'],
  // The audit trail of a job, with the names of the people in it. Records are sorted by their owners' names.
  'features/work/jobs/server/list-jobs.ts': [
    'area',
    'audit_entry',
    'cleaner',
    'customer',
    'money_transaction',
    'payment_allocation',
  ],
  'features/work/jobs/server/update-job.ts': ['audit_entry'],
  // The visits of the test customer.
  'features/office/setup/server/test-visit.ts': ['job'],
  // Series that end soon, by their last visits.
  'features/work/series/server/add-visits.ts': ['job_series'],
  'features/work/series/server/renewals.ts': ['job', 'job_series'],
  'features/work/series/server/series-questions.ts': ['job_series'],
  // A setting with the name of the admin or API key that changed it.
  'features/catalogue/settings/server/list-settings.ts': ['admin', 'api_key'],
  // What API keys did for the office, under their names; whether an admin has chosen the own password.
  'features/people/accounts/server/admin-record.ts': ['api_key', 'audit_entry'],
  // The regions of a cleaner are sorted by name.
  'features/people/cleaners/server/list-cleaners.ts': ['region'],
  'features/people/customers/server/list-customers.ts': ['job', 'money_transaction'],
  // Cleaners who were replaced on a visit, by name.
  'features/work/jobs/server/save-crew.ts': ['cleaner'],
  // Jobs that have lost a cleaner, because of time off set during their visits.
  'features/work/jobs/server/crew.ts': ['cleaner', 'cleaner_occupation', 'time_off'],
  // A report counts as taken back once its time off is removed; an accepted request is no longer shown.
  'features/work/cover/server/absence-record.ts': ['time_off'],
  'features/work/cover/server/time-off-requests.ts': ['time_off'],
  'features/money/payments/server/list-transactions.ts': ['customer'],
  // A day to plan: who was at the customers' homes before, and how long cleaners travelled between visits.
  'features/work/dispatch/server/load-day.ts': ['cleaner', 'job', 'job_crew'],
  // News for the office: who booked, cancelled and changed what; the day's visits with the crew's names.
  'features/work/jobs/server/publish-changes.ts': ['audit_entry', 'customer'],
  'features/work/jobs/server/day-visits.ts': ['area', 'cleaner', 'customer'],
  // The board of a day: visits with customer, crew and hold; cleaners with their weeks, regions and time off.
  'features/work/day-board/server/read-day-board.ts': [
    'area',
    'cleaner',
    'cleaner_region',
    'cleaner_week',
    'customer',
    'job',
    'job_crew',
    'job_hold',
    'region',
    'time_off',
  ],
  'features/work/day-board/server/read-week-board.ts': ['job', 'job_crew', 'job_hold'],
  // The visits of a month with the clocks of their crews; a visit named on an extra; the first month with visits.
  'features/work/pay/server/visit-facts.ts': ['job', 'job_crew', 'job_former_crew'],
  'features/work/pay/server/approved-lines.ts': ['job'],
  'features/work/pay/server/extras.ts': ['job', 'job_crew'],
  'features/work/pay/server/read-sheet.ts': ['job'],
  // A crew member's clock, written through jobs.
  'features/work/visits/server/crew-clock.ts': ['job_crew', 'job_former_crew'],
  // The recorded clocks of the crew, and the owner of the home in a photo.
  'features/work/visits/server/visit-record.ts': ['job_crew'],
  'features/work/visits/server/refused-actions.ts': ['job_crew', 'job_former_crew'],
  'features/work/visits/server/photos.ts': ['job'],
  // The owner of a feed, and whether they may still sign in; the visits of a cleaner.
  'features/work/calendar/server/feeds.ts': ['admin', 'cleaner', 'customer'],
  'features/work/calendar/server/serve-feeds.ts': ['job_crew'],
  // All cleaners with their weeks and home locations: decides on thousands of slots at once.
  'features/work/schedule/server/crew-diaries.ts': ['cleaner', 'cleaner_region', 'cleaner_week'],
  'features/work/schedule/server/diaries.ts': ['cleaner', 'cleaner_week'],
  'features/work/schedule/server/load-roster.ts': ['cleaner', 'cleaner_region', 'cleaner_week'],
  'features/work/schedule/server/load-opening.ts': ['cleaner'],
  'features/work/schedule/server/load-staff.ts': ['cleaner'],
  'features/work/schedule/server/occupation.ts': ['cleaner'],
  'features/work/schedule/server/alternatives.ts': ['cleaner'],
  // The reviews of a cleaner's last visits, with the customers' names.
  'features/work/schedule/server/rank-free.ts': ['cleaner_occupation', 'job'],
  'features/work/schedule/server/unavailable-dates.ts': ['customer', 'job'],
  'features/work/schedule/server/suggest-cleaners.ts': ['cleaner'],
  // Booked visits during a block for their kind.
  'features/work/schedule/server/blocks.ts': ['job'],
  // A job with a payment attempt is kept. A customer's own data: which cleaners came.
  'features/work/jobs/server/personal-data.ts': ['cleaner', 'payment_attempt'],
  // Who used a promo code, and for which visit.
  'features/money/promo-codes/server/list-uses.ts': ['customer', 'job'],
  // Transactions and alarms with the payer's name and the paid visits.
  'features/money/payments/server/transaction-record.ts': ['customer', 'job'],
  'features/money/payments/server/alarms.ts': ['customer'],
  // Every action of the office on money must be in the audit trail.
  'features/money/payments/server/ledger-checks.ts': ['audit_entry', 'ledger_entry', 'ledger_tx'],
  // The ledger checks compare data of several features.
  'features/money/credits/server/ledger-checks.ts': ['customer', 'ledger_entry'],
  // Lots and gifts with their owner's name; a purchase with its receipt and the buyer's balance.
  'features/money/credits/server/gifts.ts': ['customer'],
  'features/money/credits/server/list-credits.ts': ['customer'],
  'features/money/credits/server/credits-left.ts': ['customer'],
  'features/money/credits/server/pay-package.ts': ['customer', 'money_transaction'],
  // A customer's own data: payments and payment attempts.
  'features/booking/receipts/server/personal-data.ts': ['money_transaction', 'payment_attempt'],
  // A credit note names the payment that it refunds, even one in the trash.
  'features/booking/receipts/server/read-receipt.ts': ['money_transaction'],
  // The office's search over all records.
  'features/office/search/server/find-people.ts': ['customer', 'cleaner'],
  'features/office/search/server/find-jobs.ts': ['customer', 'job'],
  'features/office/search/server/find-receipts.ts': ['customer', 'money_transaction'],
  // Who of a file is there already; the names of the people that an undo kept.
  'features/office/import/server/find-imported.ts': ['cleaner', 'customer'],
  'features/office/import/server/list-imports.ts': ['cleaner', 'customer'],
  // The version of a job in the events about it.
  'features/office/webhooks/server/publish-event.ts': ['job'],
  // The audit trail with the names of people and records.
  'features/office/audit/server/list-audit.ts': [
    'admin',
    'api_key',
    'application',
    'audit_check',
    'audit_entry',
    'audit_unsealed',
    'checklist_item',
    'cleaner',
    'contact_request',
    'customer',
    'customer_address',
    'job',
    'money_transaction',
    'package',
    'payment_alarm',
    'payment_attempt',
    'promo_code',
    'region',
    'webhook_endpoint',
  ],
  // Statistics for the owner.
  'features/office/statistics/server/read-customers.ts': ['job'],
  'features/office/statistics/server/read-hours-owed.ts': [
    'credit_gift',
    'credit_gift_part',
    'credit_lot',
    'credit_movement',
    'credit_use',
    'ledger_entry',
    'ledger_tx',
  ],
  'features/office/statistics/server/read-money.ts': [
    'credit_lot',
    'credit_use',
    'job',
    'job_cancellation',
    'job_charge',
    'ledger_entry',
    'ledger_tx',
    'money_transaction',
    'payment_alarm',
    'payment_allocation',
    'payment_waiting_refund',
  ],
  'features/office/statistics/server/read-visits.ts': ['job', 'job_cancellation', 'job_crew'],
  'features/office/statistics/server/statistics-range.ts': ['area', 'job', 'job_crew'],
  'features/work/jobs/server/ledger-checks.ts': [
    'audit_entry',
    'cleaner_occupation',
    'credit_use',
    'money_transaction',
    'payment_alarm',
    'payment_allocation',
    'payment_attempt',
  ],
};
