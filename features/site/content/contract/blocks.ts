/** The blocks of the site that the office edits, with their fields in English and Chinese. */
import { z } from 'zod';
import { line } from '#platform/contract/schemas.ts';
import { defineBlock } from './define-block.ts';
import {
  alt,
  focus,
  icon,
  link,
  list,
  picture,
  price,
  richText,
  sentences,
  service,
  words,
} from './fields.ts';
import { PAGE_WORDS } from './page-words.ts';

const labelled = z.strictObject({ label: words, href: link });
const titled = z.strictObject({ icon, title: words, text: sentences });
const titledZh = z.strictObject({ title: words, text: sentences }).partial();
const labelledZh = z.strictObject({ label: words }).partial();

/** A heading and rich text. */
const page = { english: { title: words, html: richText }, chinese: { title: words, html: richText } };

export const BLOCKS = {
  ...PAGE_WORDS,
  'utility-nav': defineBlock({
    name: 'utility-nav',
    about: 'the line above every page',
    english: { phone: line(40), email: line(254), links: list(labelled) },
    chinese: { links: list(labelledZh) },
  }),
  'how-different': defineBlock({
    name: 'how-different',
    about: 'what makes the company different',
    english: { title: words, items: list(titled) },
    chinese: { title: words, items: list(titledZh) },
  }),
  'before-and-after': defineBlock({
    name: 'before-and-after',
    about: 'the pictures before and after a clean',
    english: {
      title: words,
      pairs: list(
        z.strictObject({
          before: picture,
          beforeAlt: alt,
          after: picture,
          afterAlt: alt,
          caption: words,
          focus: focus.optional(),
        }),
      ),
    },
    chinese: {
      title: words,
      pairs: list(z.strictObject({ beforeAlt: words, afterAlt: words, caption: words }).partial()),
    },
  }),
  'easy-steps': defineBlock({
    name: 'easy-steps',
    about: 'the steps to a clean home',
    english: { title: words, steps: list(titled) },
    chinese: { title: words, steps: list(titledZh) },
  }),
  disclaimer: defineBlock({ name: 'disclaimer', about: 'the disclaimer', ...page }),
  'cancellation-policy': defineBlock({
    name: 'cancellation-policy',
    about: 'the cancellation policy in words',
    ...page,
  }),
  'cleaning-equipment': defineBlock({
    name: 'cleaning-equipment',
    about: 'what cleaners bring',
    english: { title: words, reason: sentences, items: list(z.strictObject({ icon, title: words })) },
    chinese: { title: words, reason: sentences, items: list(z.strictObject({ title: words }).partial()) },
  }),
  'hero-images': defineBlock({
    name: 'hero-images',
    about: 'the pictures that open the front page',
    english: {
      images: list(
        z.strictObject({
          url: picture,
          alt: words,
          heading: words,
          text: sentences,
          focus: focus.optional(),
        }),
      ),
    },
    chinese: {
      images: list(z.strictObject({ alt: words, heading: words, text: sentences }).partial()),
    },
  }),
  footer: defineBlock({
    name: 'footer',
    about: 'the foot of every page',
    english: {
      columns: list(z.strictObject({ title: words, links: list(labelled) })),
      copyright: words,
      social: list(z.strictObject({ network: line(40), href: link })),
    },
    chinese: {
      columns: list(z.strictObject({ title: words, links: list(labelledZh) }).partial()),
      copyright: words,
    },
  }),
  'join-us': defineBlock({
    name: 'join-us',
    about: 'the page for those who want to clean with us',
    english: { ...page.english, image: picture, alt },
    chinese: { ...page.chinese, alt: words },
  }),
  'contact-us': defineBlock({
    name: 'contact-us',
    about: 'how to reach the company',
    english: {
      ...page.english,
      address: sentences,
      phone: line(40),
      email: line(254),
      hours: sentences,
      mapUrl: z.union([z.literal(''), link]),
    },
    chinese: { ...page.chinese, address: sentences, hours: sentences },
  }),
  'pricing-plan': defineBlock({
    name: 'pricing-plan',
    about: 'the plans of the pricing pop-up',
    english: {
      plans: list(
        z.strictObject({
          id: line(40),
          title: words,
          description: sentences,
          note: words,
          icon,
          price,
          plan_desc: richText,
        }),
      ),
    },
    chinese: {
      plans: list(
        z.strictObject({ title: words, description: sentences, note: words, plan_desc: richText }).partial(),
      ),
    },
  }),
  questions: defineBlock({
    name: 'questions',
    about: 'the questions that people ask, with their answers',
    english: {
      title: words,
      items: list(z.strictObject({ service, question: words, answer: richText })),
    },
    chinese: {
      title: words,
      items: list(z.strictObject({ question: words, answer: richText }).partial()),
    },
  }),
} as const;

export type BlockName = keyof typeof BLOCKS;
export type BlockContent<N extends BlockName> = z.output<(typeof BLOCKS)[N]['content']>;
/** The content of any block. */
export type AnyContent = BlockContent<BlockName>;

export const BLOCK_NAMES = Object.keys(BLOCKS) as BlockName[];
