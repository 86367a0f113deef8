import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type Config, usesSandbox } from '../config.ts';
import type { Db } from '../database/database.ts';
import { sandboxCalendar } from '../sandbox/calendar-twin.ts';
import { sandboxMail, sandboxSms } from '../sandbox/message-twins.ts';
import type { Providers } from './providers.ts';
import { smtpMail } from './smtp-mail.ts';
import { stripePayments } from './stripe-payments.ts';
import { twilioSms } from './twilio-sms.ts';

export interface ProviderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the sandbox's Stripe answers, and the secret that signs its events. Only a sandbox has one. */
  readonly stripe?: { readonly url: string; readonly webhookSecret: string };
}

/** The far side of the network: the real services, or in a sandbox their twins. */
export function openProviders(config: Config, parts: ProviderParts): Providers {
  return usesSandbox(config) ? openTwins(config, parts) : openReal(config, parts);
}

function openTwins(config: Config, { db, clock, log, stripe }: ProviderParts): Providers {
  const apiUrl = stripe?.url ?? config.STRIPE_API_URL;
  if (apiUrl === undefined)
    throw new Error('A sandbox needs its Stripe: start the twin or give STRIPE_API_URL.');
  return {
    sms: sandboxSms({ db, clock }),
    mail: sandboxMail({ db, clock }),
    calendar: sandboxCalendar(db),
    payments: stripePayments({
      secretKey: config.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      publishableKey: null,
      webhookSecret: stripe?.webhookSecret ?? config.STRIPE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('hex')}`,
      apiUrl,
      log,
    }),
  };
}

function openReal(config: Config, { log }: ProviderParts): Providers {
  if (config.GOOGLE_CALENDAR_ID !== undefined) {
    log.warn('GOOGLE_CALENDAR_ID is set, but this version does not write to Google Calendar.');
  }
  return {
    sms: twilioSms({
      accountSid: needed(config, 'TWILIO_ACCOUNT_SID'),
      authToken: needed(config, 'TWILIO_AUTH_TOKEN'),
      from: needed(config, 'TWILIO_FROM'),
    }),
    mail: smtpMail({ url: needed(config, 'SMTP_URL'), from: needed(config, 'SMTP_FROM') }),
    calendar: null,
    payments: stripePayments({
      secretKey: needed(config, 'STRIPE_SECRET_KEY'),
      publishableKey: needed(config, 'STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: needed(config, 'STRIPE_WEBHOOK_SECRET'),
      apiUrl: config.STRIPE_API_URL ?? null,
      log,
    }),
  };
}

/** @throws a sentence naming the variable: development without a sandbox may lack it */
function needed(config: Config, name: keyof Config): string {
  const value = config[name];
  if (typeof value !== 'string')
    throw new Error(`${name} is needed without the sandbox (or ask for SANDBOX=1).`);
  return value;
}
