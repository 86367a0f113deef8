import { dayText } from './text.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The words of a message: a mail has a subject. */
export interface TextOf {
  readonly subject: string;
  readonly body: string;
}

export type Texts = Readonly<Partial<Record<Channel, TextOf>>>;

/** What placeholders stand for, by name. */
export type Values = Readonly<Record<string, string>>;

/** What every message may say, whatever it is about. */
export interface Surroundings {
  readonly language: Language;
  /** IANA name. */
  readonly zone: string;
  readonly business: string;
  readonly phone: string;
  /** Where the site is, without a slash at the end. */
  readonly site: string;
}

/** Words that must stay in a text as they are: a line of their own, or what it begins with. */
export interface FixedWords {
  readonly words: string;
  readonly at: 'start' | 'line';
}

/** What the office is told of a kind of message, and what its texts may and must say. */
export interface KindSpec {
  /** For the office. */
  readonly title: string;
  readonly when: string;
  /** `anyone`: with or without an account. */
  readonly reader: 'customer' | 'cleaner' | 'anyone';
  readonly channels: readonly Channel[];
  /** What its texts may stand for, by name, each in a few words for the office. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Without these nobody knows what it is about. */
  readonly required: Readonly<Partial<Record<Channel, readonly string[]>>>;
  readonly fixed?: FixedWords;
  /** Not about a booking: it can be unsubscribed from, and is not sent to who has. */
  readonly isFollowUp?: true;
}

/** A kind of message of a feature, with all that it is written from. The office may change its texts. */
export interface MessageKind<D> extends KindSpec {
  readonly kind: string;
  /** What it says unless the office has written it anew. */
  readonly texts: Readonly<Record<Language, Texts>>;
  /** What its placeholders stand for. */
  readonly values: (data: D, around: Surroundings) => Values;
  /** For looking at a text before it is saved. */
  readonly example: D;
}

const PLACEHOLDER = /\{([^{}\n]*)\}/g;

/** The names of what a text stands for, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()))];
}

/** The text with its values. What nobody knows stays as it is: it cannot be saved, so it is never sent. */
export function fill(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const known = Object.hasOwn(values, name.trim());
    return known ? (values[name.trim()] ?? whole) : whole;
  });
}

/** A text with its values, as it leaves: no gaps where a value is empty, and no line break in a subject. */
export function fillText({ subject, body }: TextOf, values: Values): TextOf {
  return {
    // What somebody typed has no line of its own in a header.
    subject: fill(subject, values)
      .replace(/[\r\n\t]+/g, ' ')
      .trim(),
    body: fill(body, values)
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/** What a message says in the words that Kemas came with. */
export function writeDefault<D>(
  kind: Omit<MessageKind<D>, 'example'>,
  channel: Channel,
  { data, around }: { readonly data: D; readonly around: Surroundings },
): TextOf {
  const text = kind.texts[around.language][channel];
  if (text === undefined) throw new Error(`There is no ${kind.kind} by ${channel}.`);
  const { business, phone } = around;
  return fillText(text, { business, phone, ...kind.values(data, around) });
}

/** `5 Dec 2026`, `2026年12月5日`, of a day in ISO 8601. */
export function dayIn(language: Language, day: string): string {
  const date = Temporal.PlainDate.from(day);
  return language === 'zh' ? `${date.year}年${date.month}月${date.day}日` : dayText(date);
}

/** A text message of these words. */
export const smsText = (body: string): Texts => ({ sms: { subject: '', body } });

/** An e-mail of these lines. */
export const mailText = (subject: string, ...lines: readonly string[]): Texts => ({
  email: { subject, body: lines.join('\n') },
});

/** The business's name and number, which every text may say. */
export const BUSINESS = { business: 'the name of the business', phone: 'its phone number' } as const;
