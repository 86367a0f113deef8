import type { z } from 'zod';
import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { ratioOf } from '#features/catalogue/uploads/server/index.ts';
import { wantsFollowUps } from '#features/people/customers/server/index.ts';
import type { Language } from '#languages/index.ts';
import { idOf } from '#platform/kernel/actor.ts';
import type { Channel, KindSpec, TextOf } from '#platform/kernel/message-kind.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { writeCalendarFile } from '#platform/server/calendar-file.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#platform/server/message-log.ts';
import { type NotWritten, unwrittenTask, type WrittenMessage } from '#platform/server/messages.ts';
import { originOf } from '#platform/server/origin.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import type { Attachment } from '#platform/server/providers/mail.ts';
import type { previewText as call } from '../contract.ts';
import { whyNotSaved } from '../rules/placeholders.ts';
import { heldUntil } from '../rules/quiet-hours.ts';
import { smsLength } from '../rules/sms-length.ts';
import { EXAMPLES } from '../texts/examples.ts';
import { type DataOf, isKind, type Kind, kindOf } from '../texts/kinds.ts';
import { visitCalendar } from '../texts/visit-calendar.ts';
import { type Sender, writeMessage } from '../texts/write-message.ts';
import { known, languageAt, languageOf, languagesOf, translationsOf } from './languages.ts';
import { shortenLinks } from './short-links.ts';
import { currentText, type TemplateKey } from './texts.ts';
import { oneClickUrl, unsubscribePage } from './unsubscribe.ts';

/** Renders a message when it is sent: in its reader's language, with the current templates. */
export async function write(ctx: Context, row: MessageRow): Promise<WrittenMessage | NotWritten> {
  if (!isKind(row.kind)) throw new Error(`Unhandled message kind ${row.kind}.`);
  const { reader, isFollowUp = false } = kindOf(row.kind);
  if (isFollowUp && row.customerID !== null && !(await wantsFollowUps(ctx, row.customerID)))
    return { skipped: 'They have unsubscribed from these messages.' };
  const { kind } = row;
  const channel = row.channel as Channel;
  const language = await languageFor(ctx, row, reader);
  const text = await currentText(ctx, { kind, channel, language });
  const sender = await senderFor(ctx, language, isFollowUp ? row.customerID : null);
  const data = row.data as unknown as DataOf[Kind];
  const { subject, body, html } = writeMessage({ kind, channel, text }, data, sender);
  const files = ctx.composed.messageFiles?.[kind];
  const attachments =
    channel === 'email'
      ? [...(await calendarFiles(ctx, { kind, data, sender })), ...((await files?.(ctx, data)) ?? [])]
      : [];
  return {
    language,
    subject,
    body: channel === 'sms' ? await shortenLinks(ctx, body) : body,
    logged: body,
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && { attachments }),
    ...(sender.email && { replyTo: sender.email }),
    ...(isFollowUp && row.customerID !== null && { unsubscribeUrl: oneClickUrl(ctx, row.customerID) }),
  };
}

/** The visits of a mail as a calendar file. */
async function calendarFiles(
  ctx: Context,
  { kind, data, sender }: { readonly kind: Kind; readonly data: DataOf[Kind]; readonly sender: Sender },
): Promise<Attachment[]> {
  const { PUBLIC_URL: address = '' } = ctx.config;
  // As in the feeds of the calendar feature.
  const host = address === '' ? 'kemas' : new URL(address).host;
  const calendar = visitCalendar(kind, data, { sender, host, sentAt: ctx.clock.now().toString() });
  if (calendar === null) return [];
  const { method, events } = calendar;
  const { business: name, email, language } = sender;
  const organizer = email === '' ? {} : { organizer: { name, email } };
  const content = await writeCalendarFile({ name, language, method, ...organizer }, events);
  return [
    {
      filename: method === 'cancel' ? 'cancelled.ics' : 'visit.ics',
      contentType: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
      content,
    },
  ];
}

/** Writes messages as customers would read them now: the text of an SMS or the body of an e-mail. */
export type PreviewWriter = <K extends Kind>(
  which: { readonly kind: K; readonly channel: Channel; readonly customerID: string },
  data: DataOf[K],
) => Promise<string>;

/** A writer for many previews to these customers: it reads their languages, each template and each sender once. */
export async function previewWriter(ctx: Context, customerIDs: readonly string[]): Promise<PreviewWriter> {
  const languages = await languagesOf(ctx, customerIDs);
  const known = new Map<string, unknown>();
  const once = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    if (!known.has(key)) known.set(key, await read());
    return known.get(key) as T;
  };
  return async ({ kind, channel, customerID }, data) => {
    const language = languages.get(customerID) ?? 'en';
    const key = `${kind} ${channel} ${language}`;
    const text = await once(key, () => currentText(ctx, { kind, channel, language }));
    const sender = await once(language, () => senderFor(ctx, language, null));
    return writeMessage({ kind, channel, text }, data, sender).body;
  };
}

async function languageFor(ctx: Context, row: MessageRow, reader: KindSpec['reader']): Promise<Language> {
  if (row.language !== null) return known(row.language);
  const { customerID, cleanerID } = row;
  if (cleanerID !== null && reader !== 'customer') return languageOf(ctx, 'cleaner', cleanerID);
  if (customerID !== null && reader !== 'cleaner') return languageOf(ctx, 'customer', customerID);
  return reader === 'anyone' ? languageAt(ctx, row.recipient) : 'en';
}

/** The sender's details, with an unsubscribe link if a customer is given. */
async function senderFor(ctx: Context, language: Language, customerID: string | null): Promise<Sender> {
  const said = await readSettings(ctx, [
    'businessName',
    'businessPhone',
    'businessEmail',
    'brandColour',
    'logo',
    'logoOnMails',
  ]);
  const site = originOf(ctx.config);
  const logo = said.logoOnMails ? said.logo : '';
  const hasLook = said.brandColour !== '' || logo !== '';
  return {
    ...(await translationsOf(language)),
    zone: ctx.config.BUSINESS_TZ,
    business: said.businessName,
    phone: said.businessPhone,
    email: said.businessEmail,
    site,
    ...(hasLook && {
      look: {
        colour: said.brandColour,
        logo: logo === '' ? '' : site + logo,
        logoRatio: await ratioOf(ctx, logo),
      },
    }),
    ...(customerID !== null && { unsubscribeUrl: unsubscribePage(ctx, customerID) }),
  };
}

/** Renders a template with example data and the name of the business. */
export async function previewText(
  ctx: Context,
  { kind, channel, language }: TemplateKey,
  text: TextOf,
): Promise<z.output<typeof call.reply> | Refusal<'not_found' | 'invalid'>> {
  if (!kindOf(kind).channels.includes(channel)) return refuse('not_found');
  const errors = whyNotSaved(kind, channel, text);
  if (errors.length > 0) return refuse('invalid', { errors });
  const sender = {
    ...(await senderFor(ctx, language, null)),
    unsubscribeUrl: `${originOf(ctx.config)}/unsubscribe`,
  };
  const { subject, body, html = null } = writeMessage({ kind, channel, text }, EXAMPLES[kind], sender);
  return { subject, body, html, sms: channel === 'sms' ? smsLength(body) : null };
}

/** A message to one person about one job, in all channels of its kind. */
export interface PublishedMessage<K extends Kind> {
  readonly kind: K;
  readonly to: { readonly email?: string; readonly mobile?: string };
  /** The job's customer, even if the reader is a cleaner: the message is deleted when they are erased. */
  readonly customerID: string;
  readonly cleanerID?: string;
  readonly job: { readonly id: string; readonly version: number };
  readonly data: DataOf[K];
  /** A change or a cancellation, which is sent at night if the visit is near. */
  readonly isChange?: boolean;
  /** The visit's start; for a moved one the earlier of both. */
  readonly startsAt: Temporal.Instant;
  /** Sent at any hour: a cleaner is at the door. */
  readonly isUrgent?: boolean;
  /** With this key a later message withdraws it while it is unsent; see keysOf. */
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  readonly delay?: Temporal.Duration | undefined;
  /**
   * Queued in the log until then, by the app's clock, and through the night if that falls into quiet hours.
   */
  readonly notBefore?: Temporal.Instant;
}

/**
 * The tasks for a message in each channel of its kind in which the reader can be reached, to be published
 * with its cause.
 */
export function messageTasks<K extends Kind>(ctx: Context, published: PublishedMessage<K>): NewTask[] {
  const { kind, to, customerID, cleanerID, job, data, notAfter } = published;
  const held = waitsUntil(ctx, published);
  return kindOf(kind).channels.flatMap((channel) => {
    const address = channel === 'email' ? to.email : to.mobile;
    if (address === undefined || address === '') return [];
    return [
      unwrittenTask(ctx, {
        kind,
        channel,
        to: address,
        customerID,
        job,
        data,
        ...(cleanerID !== undefined && { cleanerID }),
        ...(published.key !== undefined && { key: keyOf(kind, channel, published.key) }),
        ...(notAfter !== undefined && { notAfter }),
        ...(held === null ? { delay: published.delay } : { heldUntil: held }),
      }),
    ];
  });
}

/** The outbox keys of a kind's messages. */
export function keysOf(kind: Kind, key: string): string[] {
  return kindOf(kind).channels.map((channel) => keyOf(kind, channel, key));
}

function keyOf(kind: Kind, channel: Channel, key: string): string {
  return kindOf(kind).channels.length === 1 ? key : `${key}:${channel}`;
}

function waitsUntil<K extends Kind>(ctx: Context, published: PublishedMessage<K>): Temporal.Instant | null {
  const { customerID, cleanerID = customerID, isUrgent = false, isChange = false, startsAt } = published;
  const { notBefore = null } = published;
  const isOwnAct = isUrgent || idOf(ctx.actor) === cleanerID;
  const news = { isOwnAct, isChange, startsAt };
  return heldUntil(news, notBefore ?? ctx.clock.now(), ctx.config.BUSINESS_TZ) ?? notBefore;
}

/** Which of these kinds the customers of jobs were last told, by job. */
export async function lastTold<K extends Kind>(
  { db }: Context,
  jobIDs: readonly string[],
  kinds: readonly K[],
): Promise<ReadonlyMap<string, K>> {
  if (jobIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('message')
    .select(['jobID', 'kind'])
    .distinctOn('jobID')
    .where('jobID', 'in', jobIDs)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'superseded')
    .orderBy('jobID')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ jobID, kind }) => [jobID ?? '', kind as K]));
}

/** Whether the job's customer has been sent a message of this kind, or one is queued. */
export async function wasTold({ db }: Context, jobID: string, kind: Kind): Promise<boolean> {
  const told = await db
    .selectFrom('message')
    .select('id')
    .where('jobID', '=', jobID)
    .where('kind', '=', kind)
    .where('state', '<>', 'superseded')
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}
