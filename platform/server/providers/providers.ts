import type { CalendarProvider } from './calendar.ts';
import type { FacebookProvider } from './facebook.ts';
import type { FileStore } from './files.ts';
import type { MailProvider } from './mail.ts';
import type { PaymentProvider } from './payments.ts';
import type { SmsProvider } from './sms.ts';

/** The far side of the network. Each has a sandbox twin behind the same interface. */
export interface Providers {
  readonly sms: SmsProvider;
  readonly mail: MailProvider;
  readonly payments: PaymentProvider;
  /** Null when the company keeps no calendar outside Kemas: then nothing is queued for it. */
  readonly calendar: CalendarProvider | null;
  /** Null where nobody signs in with Facebook: then no page offers it. */
  readonly facebook: FacebookProvider | null;
  /** Where uploads are kept: this machine's disk, or a store that all processes share. */
  readonly files: FileStore;
}
