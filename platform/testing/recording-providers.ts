import type { CalendarEvent } from '../server/providers/calendar.ts';
import type { MailMessage } from '../server/providers/mail.ts';
import type { Providers } from '../server/providers/providers.ts';
import type { SmsMessage } from '../server/providers/sms.ts';

/** Messages and files that would have been sent or stored. */
export interface Recorded {
  readonly sms: SmsMessage[];
  readonly mail: MailMessage[];
  readonly events: Map<string, CalendarEvent>;
  /** Stored files, by key. */
  readonly files: Map<string, Uint8Array>;
  /** The six digits of the latest code sent to a mobile. @throws if none was sent */
  codeFor(mobile: string): string;
}

/** Fake providers that record and never fail. Payments: pass a fake Stripe if a test charges. */
export function recordingProviders(): { providers: Providers; sent: Recorded } {
  const sms: SmsMessage[] = [];
  const mail: MailMessage[] = [];
  const events = new Map<string, CalendarEvent>();
  const files = new Map<string, Uint8Array>();
  return {
    sent: { sms, mail, events, files, codeFor: (mobile) => newestCode(sms, mobile) },
    providers: {
      sms: { send: async (message) => void sms.push(message) },
      mail: { send: async (message) => void mail.push(message) },
      calendar: {
        putEvent: async (event) => void events.set(event.id, event),
        deleteEvent: async (id) => void events.delete(id),
      },
      payments: noPayments,
      facebook: null,
      geocoding: null,
      files: filesIn(files),
    },
  };
}

function filesIn(files: Map<string, Uint8Array>): Providers['files'] {
  return {
    put: async (key, { bytes }) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
  };
}

const noProvider = () => Promise.reject(new Error('This test has no payment provider.'));

const noPayments: Providers['payments'] = {
  publishableKey: null,
  charge: noProvider,
  findCharge: noProvider,
  cancelCharge: noProvider,
  refund: noProvider,
  findRefunds: noProvider,
  keepCard: noProvider,
  findCard: noProvider,
  cancelCard: noProvider,
  changeCard: noProvider,
  forgetCustomer: noProvider,
  findDispute: noProvider,
  readEvent: async () => null,
};

function newestCode(sms: readonly SmsMessage[], mobile: string): string {
  const code = sms.findLast((message) => message.to === mobile)?.body.match(/^\d{6}/)?.[0];
  if (code === undefined) throw new Error(`No code was sent to ${mobile}.`);
  return code;
}
