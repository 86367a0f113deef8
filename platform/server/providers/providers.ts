import type { CalendarProvider } from './calendar.ts';
import type { FacebookProvider } from './facebook.ts';
import type { FileStore } from './files.ts';
import type { GeocodingProvider } from './geocoding.ts';
import type { MailProvider } from './mail.ts';
import type { PaymentProvider } from './payments.ts';
import type { SmsProvider } from './sms.ts';

/** External services. Each has a sandbox fake behind the same interface. */
export interface Providers {
  readonly sms: SmsProvider;
  readonly mail: MailProvider;
  readonly payments: PaymentProvider;
  /** Null when the company has no external calendar: nothing is queued for it. */
  readonly calendar: CalendarProvider | null;
  /** Null when Facebook sign-in is not configured: no page offers it. */
  readonly facebook: FacebookProvider | null;
  /** Null unless it is configured: people type their whole address. */
  readonly geocoding: GeocodingProvider | null;
  /** Upload storage: this machine's disk, or a store that all processes share. */
  readonly files: FileStore;
}
