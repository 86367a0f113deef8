import { readSettings } from '#features/catalogue/settings/server/index.ts';
import { wantsFollowUps } from '#features/people/customers/server/index.ts';
import type { Channel, KindSpec, Language } from '#platform/kernel/message-kind.ts';
import { writeCalendarFile } from '#platform/server/calendar-file.ts';
import type { Context } from '#platform/server/context.ts';
import type { MessageRow } from '#platform/server/message-log.ts';
import type { NotWritten, WrittenMessage } from '#platform/server/messages.ts';
import { originOf } from '#platform/server/origin.ts';
import type { Attachment } from '#platform/server/providers/mail.ts';
import { type DataOf, isKind, type Kind, kindOf } from '../rules/kinds.ts';
import { visitCalendar } from '../rules/visit-calendar.ts';
import { type Sender, writeMessage } from '../rules/write-message.ts';
import { languageAt, languageOf } from './languages.ts';
import { shortenLinks } from './short-links.ts';
import { currentText } from './texts.ts';
import { oneClickUrl, unsubscribePage } from './unsubscribe.ts';

/** Renders a message when it is sent: in its reader's language, with the current templates. */
export async function write(ctx: Context, row: MessageRow): Promise<WrittenMessage | NotWritten> {
  if (!isKind(row.kind)) throw new Error(`Unhandled message kind ${row.kind}.`);
  const { reader, isFollowUp = false } = kindOf(row.kind);
  if (isFollowUp && row.customer_id !== null && !(await wantsFollowUps(ctx, row.customer_id)))
    return { skipped: 'They have unsubscribed from these messages.' };
  const { kind } = row;
  const channel = row.channel as Channel;
  const language = await languageFor(ctx, row, reader);
  const text = await currentText(ctx, { kind, channel, language });
  const sender = await senderFor(ctx, language, isFollowUp ? row.customer_id : null);
  const data = row.data as unknown as DataOf[Kind];
  const { subject, body, html } = writeMessage({ kind, channel, text }, data, sender);
  const attachments = channel === 'email' ? await calendarFiles(ctx, { kind, data, sender }) : [];
  return {
    language,
    subject,
    body: channel === 'sms' ? await shortenLinks(ctx, body) : body,
    logged: body,
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && { attachments }),
    ...(sender.email && { replyTo: sender.email }),
    ...(isFollowUp && row.customer_id !== null && { unsubscribeUrl: oneClickUrl(ctx, row.customer_id) }),
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
  which: { readonly kind: K; readonly channel: Channel; readonly customerId: string },
  data: DataOf[K],
) => Promise<string>;

/** A writer for many previews: it reads each template, sender and customer's language once. */
export function previewWriter(ctx: Context): PreviewWriter {
  const known = new Map<string, unknown>();
  const once = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    if (!known.has(key)) known.set(key, await read());
    return known.get(key) as T;
  };
  return async ({ kind, channel, customerId }, data) => {
    const language = await once(customerId, () => languageOf(ctx, 'customer', customerId));
    const key = `${kind} ${channel} ${language}`;
    const text = await once(key, () => currentText(ctx, { kind, channel, language }));
    const sender = await once(language, () => senderFor(ctx, language, null));
    return writeMessage({ kind, channel, text }, data, sender).body;
  };
}

async function languageFor(ctx: Context, row: MessageRow, reader: KindSpec['reader']): Promise<Language> {
  if (row.language !== null) return row.language === 'zh' ? 'zh' : 'en';
  const { customer_id: customerId, cleaner_id: cleanerId } = row;
  if (cleanerId !== null && reader !== 'customer') return languageOf(ctx, 'cleaner', cleanerId);
  if (customerId !== null && reader !== 'cleaner') return languageOf(ctx, 'customer', customerId);
  return reader === 'anyone' ? languageAt(ctx, row.recipient) : 'en';
}

/** The sender's details, with an unsubscribe link if a customer is given. */
export async function senderFor(
  ctx: Context,
  language: Language,
  customerId: string | null,
): Promise<Sender> {
  const said = await readSettings(ctx, ['businessName', 'businessPhone', 'businessEmail']);
  return {
    language,
    zone: ctx.config.BUSINESS_TZ,
    business: said.businessName,
    phone: said.businessPhone,
    email: said.businessEmail,
    site: originOf(ctx.config),
    ...(customerId !== null && { unsubscribeUrl: unsubscribePage(ctx, customerId) }),
  };
}
