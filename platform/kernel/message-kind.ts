import { about, type Language } from '#languages/index.ts';
import { lookUp, type Translations } from './translate.ts';

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The text of a message: an e-mail has a subject. */
export interface TextOf {
  readonly subject: string;
  readonly body: string;
}

export type Texts = Readonly<Partial<Record<Channel, TextOf>>>;

/** Placeholder values by name. */
export type Values = Readonly<Record<string, string>>;

/** Values available to every message, and the reader's language. */
export interface Surroundings extends Translations {
  /** The time zone's IANA name. */
  readonly zone: string;
  readonly business: string;
  readonly phone: string;
  /** The site's origin, without a trailing slash. */
  readonly site: string;
}

/** Text that must stay in a template unchanged: a separate line, or its beginning. */
export interface FixedWords {
  readonly words: string;
  readonly at: 'start' | 'line';
}

/** Describes a message kind to the office, and what its templates may and must contain. */
export interface KindSpec {
  /** Shown to the office. */
  readonly title: string;
  readonly when: string;
  /** `anyone`: with or without an account. */
  readonly reader: 'customer' | 'cleaner' | 'anyone';
  readonly channels: readonly Channel[];
  /** The placeholders that its templates may use, each with a short description for the office. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Placeholders without which the message would be meaningless. */
  readonly required: Readonly<Partial<Record<Channel, readonly string[]>>>;
  readonly fixed?: FixedWords;
  /** Not about a booking: it can be unsubscribed from, and is not sent to people who have. */
  readonly isFollowUp?: true;
}

/** A message kind that a feature defines, with its data. The office may rewrite its templates. */
export interface MessageKind<D> extends KindSpec {
  readonly kind: string;
  /** The default templates in English. Translations are in languages/<code>/messages.json, under `templates`. */
  readonly texts: Texts;
  /** The values of its placeholders. */
  readonly values: (data: D, around: Surroundings) => Values;
  /** For previewing a template before it is saved. */
  readonly example: D;
}

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** The placeholders of a template, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()))];
}

/**
 * Replaces the placeholders. An unknown one stays as it is; a template with one cannot be saved, so it is never sent.
 */
export function fill(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const known = Object.hasOwn(values, name.trim());
    return known ? (values[name.trim()] ?? whole) : whole;
  });
}

/** The message as sent: no gaps where a value is empty, and no line break in a subject. */
export function fillText({ subject, body }: TextOf, values: Values): TextOf {
  return {
    // Prevents header injection: user input cannot start a new line.
    subject: fill(subject, values)
      .replace(/[\r\n\t]+/g, ' ')
      .trim(),
    body: fill(body, values)
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/** The translation of a default template; undefined if there is none. */
export function translatedText({ texts }: Translations, kind: string, channel: Channel): TextOf | undefined {
  const name = `templates.${kind}.${channel}`;
  const body = lookUp(texts, `${name}.body`);
  return body === null ? undefined : { subject: lookUp(texts, `${name}.subject`) ?? '', body };
}

/** Writes a message from the default template. */
export function writeDefault<D>(
  kind: Omit<MessageKind<D>, 'example'>,
  channel: Channel,
  { data, around }: { readonly data: D; readonly around: Surroundings },
): TextOf {
  const text = translatedText(around, kind.kind, channel) ?? kind.texts[channel];
  if (text === undefined) throw new Error(`There is no ${kind.kind} by ${channel}.`);
  const { business, phone } = around;
  return fillText(text, { business, phone, ...kind.values(data, around) });
}

/** A day in ISO 8601 as `5 Dec 2026` or `2026年12月5日`. */
export function dayIn(language: Language, day: string): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(about(language).locale, format).format(
    Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds,
  );
}

/** `Aminah and Siti`, `Aminah和Siti`. */
export function listIn(language: Language, words: readonly string[]): string {
  return new Intl.ListFormat(about(language).locale).format(words);
}

/** An SMS template. */
export const smsText = (body: string): Texts => ({ sms: { subject: '', body } });

/** An e-mail template with these lines. */
export const mailText = (subject: string, ...lines: readonly string[]): Texts => ({
  email: { subject, body: lines.join('\n') },
});

/** The placeholders of the business's name and number, available to every template. */
export const BUSINESS = { business: 'the name of the business', phone: 'its phone number' } as const;
