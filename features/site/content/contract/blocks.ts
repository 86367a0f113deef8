/** The blocks of the site that the office edits: texts and pictures of pages. Labels stay in the locale files. */
import type { z } from 'zod';
import { line } from '#platform/contract/schemas.ts';
import { defineBlock } from './define-block.ts';
import {
  description,
  type Fields,
  focus,
  icon,
  key,
  link,
  list,
  optionalLink,
  picture,
  price,
  rich,
  richNamesOf,
  sentDescription,
  sentence,
  service,
  text,
  untranslated,
} from './fields.ts';

const title = text('Heading');
const titleAndText = { title, text: sentence('Text') };
const titleAndMarkup = { title, html: rich('Text') };
const phone = untranslated('Phone', line(40), { hint: 'As visitors see it: +65 6123 4567.' });
const email = untranslated('E-mail address', line(254));
const links = list('Links', {
  one: 'link',
  nameOf: 'label',
  fields: { label: text('Link text'), href: link('Link') },
});

/** A list of illustration, heading and sentence. */
function points(label: string, one: string) {
  return list(label, { one, nameOf: 'title', fields: { icon: icon(), title, text: sentence('Text') } });
}

/** A service: the short text for the page with all four, and the full text for its own page. */
const cleanTexts = {
  about: 'A short text for the overview of services, and the full text for its own page.',
  fields: {
    short: sentence('Short text', { hint: 'Shown where all four services are side by side.' }),
    text: sentence('Full text'),
  },
};

const legalTexts = {
  about: 'The sections in order. Use placeholders for facts, and they follow your settings.',
  fields: {
    title: text('Title'),
    lead: sentence('Introduction'),
    sections: list('Sections', { one: 'section', nameOf: 'title', fields: titleAndMarkup }),
  },
};

export const BLOCKS = {
  opening: defineBlock({
    name: 'opening',
    summary: 'the words that open the front page',
    title: 'Opening text',
    about: 'The first text on the home page.',
    page: '/',
    fields: titleAndText,
  }),
  headings: defineBlock({
    name: 'headings',
    summary: 'the headings over cleans, testimonials, plans, scope, options and prices',
    title: 'Headings',
    about: 'Headings above content from other lists, on the home page and the service pages.',
    page: '/',
    fields: {
      cleans: text('Above the four services'),
      testimonials: text('Above the testimonials'),
      plans: text('Above the plans'),
      scope: text('Above the scope of work'),
      options: text('Above the service options'),
      prices: text('Above the prices of a service'),
    },
  }),
  'where-hours-go': defineBlock({
    name: 'where-hours-go',
    summary: 'what an hour buys, room by room',
    title: 'Where hours go',
    about: 'What an hour covers, room by room, on the home page and the service pages.',
    page: '/',
    fields: { ...titleAndText, rooms: points('Rooms', 'room') },
  }),
  'about-regular': defineBlock({
    ...cleanTexts,
    name: 'about-regular',
    summary: 'regular cleaning in words',
    title: 'Regular cleaning',
    page: '/services',
  }),
  'about-one-time': defineBlock({
    ...cleanTexts,
    name: 'about-one-time',
    summary: 'one-time cleaning in words',
    title: 'One-time cleaning',
    page: '/services',
  }),
  'about-spring-cleaning': defineBlock({
    ...cleanTexts,
    name: 'about-spring-cleaning',
    summary: 'spring cleaning in words',
    title: 'Spring cleaning',
    page: '/spring-cleaning-services',
  }),
  'about-moving-in-out': defineBlock({
    ...cleanTexts,
    name: 'about-moving-in-out',
    summary: 'moving in and out in words',
    title: 'Moving in or out',
    page: '/moving-inout-services',
  }),
  'hour-packs': defineBlock({
    name: 'hour-packs',
    summary: 'the words over the packs of hours',
    title: 'Packages of hours',
    about: 'The text above the packages of hours on the home page. Prices come from Packages.',
    page: '/',
    fields: titleAndText,
  }),
  'services-page': defineBlock({
    name: 'services-page',
    summary: 'what opens the page of services',
    title: 'Services page',
    about: 'The first text on the services page.',
    page: '/services',
    fields: titleAndText,
  }),
  'every-clean': defineBlock({
    name: 'every-clean',
    summary: 'the words over what every clean has',
    title: 'In every clean',
    about: 'Above what is done in every clean, on the services page.',
    page: '/services',
    fields: titleAndText,
  }),
  'not-included': defineBlock({
    name: 'not-included',
    summary: 'what is not part of a clean',
    title: 'Not included',
    about: 'What is not part of a clean, on the service pages. The section is hidden if the list is empty.',
    page: '/services',
    fields: {
      title,
      items: list('Not included', { one: 'line', nameOf: 'text', fields: { text: sentence('Text') } }),
    },
  }),
  'select-service': defineBlock({
    name: 'select-service',
    summary: 'the advice where a clean is chosen',
    title: 'Advice when choosing',
    about: 'Below the choice of services, for people who are not sure.',
    page: '/select-service',
    fields: { text: sentence('Text') },
  }),
  closing: defineBlock({
    name: 'closing',
    summary: 'the last words of the pages of services',
    title: 'Closing text',
    about: 'At the end of the service pages, next to the link to free times.',
    page: '/services',
    fields: titleAndText,
  }),
  'terms-and-conditions': defineBlock({
    ...legalTexts,
    name: 'terms-and-conditions',
    summary: 'the terms and conditions',
    title: 'Terms and conditions',
    page: '/terms-and-conditions',
  }),
  'terms-of-service': defineBlock({
    ...legalTexts,
    name: 'terms-of-service',
    summary: 'the terms of service',
    title: 'Terms of service',
    page: '/terms-of-service',
  }),
  'privacy-policy': defineBlock({
    ...legalTexts,
    name: 'privacy-policy',
    summary: 'the privacy policy',
    title: 'Privacy',
    page: '/privacy-policy',
  }),
  'utility-nav': defineBlock({
    name: 'utility-nav',
    summary: 'the line above every page',
    title: 'Top bar',
    about: 'The bar at the top of every page, with the phone number and a few links.',
    page: '/',
    fields: { phone, email, links },
  }),
  'how-different': defineBlock({
    name: 'how-different',
    summary: 'what makes the company different',
    title: 'How we are different',
    about: 'Why people choose you, on the home page.',
    page: '/',
    fields: { title, items: points('Reasons', 'reason') },
  }),
  'before-and-after': defineBlock({
    name: 'before-and-after',
    summary: 'the pictures before and after a clean',
    title: 'Before and after',
    about: 'Pairs of pictures on the home page. The section is hidden if there are none.',
    page: '/',
    fields: {
      title,
      pairs: list('Pairs of pictures', {
        one: 'pair',
        nameOf: 'caption',
        fields: {
          before: picture('Before'),
          beforeAlt: description('Description of the picture before', 'before'),
          after: picture('After'),
          afterAlt: description('Description of the picture after', 'after'),
          focus: focus('Focal point', ['before', 'after']),
          caption: text('Caption'),
        },
      }),
    },
  }),
  'easy-steps': defineBlock({
    name: 'easy-steps',
    summary: 'the steps to a clean home',
    title: 'Easy steps',
    about: 'The steps to a clean home, on the home page.',
    page: '/',
    fields: { title, steps: points('Steps', 'step') },
  }),
  disclaimer: defineBlock({
    name: 'disclaimer',
    summary: 'the disclaimer',
    title: 'Disclaimer',
    about: 'Small print on the home page. Leave blank to show nothing.',
    page: '/',
    fields: titleAndMarkup,
  }),
  'cancellation-policy': defineBlock({
    name: 'cancellation-policy',
    summary: 'the cancellation policy in words',
    title: 'Cancellation policy',
    about: 'Your own words next to the rules, which come from the settings.',
    page: '/',
    fields: titleAndMarkup,
  }),
  'cleaning-equipment': defineBlock({
    name: 'cleaning-equipment',
    summary: 'what cleaners bring',
    title: 'Cleaning equipment',
    about: 'What cleaners bring, on the home page.',
    page: '/',
    fields: {
      title,
      reason: sentence('Introduction'),
      items: list('Equipment', {
        one: 'item',
        nameOf: 'title',
        fields: { icon: icon(), title: text('Name') },
      }),
    },
  }),
  'hero-images': defineBlock({
    name: 'hero-images',
    summary: 'the pictures that open the front page',
    title: 'Opening pictures',
    about: 'Pictures below the opening text of the home page. The section is hidden if there are none.',
    page: '/',
    fields: {
      images: list('Pictures', {
        one: 'picture',
        nameOf: 'heading',
        fields: {
          url: picture('Picture'),
          focus: focus('Focal point', ['url']),
          alt: sentDescription('Description', 'url'),
          heading: title,
          text: sentence('Text'),
        },
      }),
    },
  }),
  footer: defineBlock({
    name: 'footer',
    summary: 'the foot of every page',
    title: 'Footer',
    about: 'The bottom of every page.',
    page: '/',
    fields: {
      columns: list('Columns', { one: 'column', nameOf: 'title', fields: { title, links } }),
      copyright: text('Copyright line'),
      social: list('Social networks', {
        one: 'network',
        nameOf: 'network',
        fields: { network: untranslated('Name', line(40)), href: link('Link') },
      }),
    },
  }),
  'join-us': defineBlock({
    name: 'join-us',
    summary: 'the page for those who want to clean with us',
    title: 'Join as a cleaner',
    about: 'The page for people who want to clean with you.',
    page: '/join-us',
    fields: { ...titleAndMarkup, image: picture('Picture'), alt: description('Description', 'image') },
  }),
  'contact-us': defineBlock({
    name: 'contact-us',
    summary: 'how to reach the company',
    title: 'Contact us',
    about: 'How people reach you.',
    page: '/contact-us',
    fields: {
      ...titleAndMarkup,
      address: sentence('Address'),
      phone,
      email,
      hours: sentence('Opening hours'),
      mapUrl: optionalLink('Link to a map'),
    },
  }),
  'pricing-plan': defineBlock({
    name: 'pricing-plan',
    summary: 'the plans of the pricing pop-up',
    title: 'Pricing pop-up',
    about: 'The plans that open from the prices on the home page.',
    page: '/',
    fields: {
      plans: list('Plans', {
        one: 'plan',
        nameOf: 'title',
        fields: {
          id: key('Key'),
          icon: icon(),
          title,
          price: price('Price'),
          description: sentence('Description'),
          note: text('Note'),
          plan_desc: rich('What it includes'),
        },
      }),
    },
  }),
  questions: defineBlock({
    name: 'questions',
    summary: 'the questions that people ask, with their answers',
    title: 'Questions',
    about: 'Questions that people ask, with your answers, on the service pages.',
    page: '/spring-cleaning-services',
    fields: {
      title,
      items: list('Questions', {
        one: 'question',
        nameOf: 'question',
        fields: { service: service('Shown for'), question: text('Question'), answer: rich('Answer') },
      }),
    },
  }),
} as const;

export type BlockName = keyof typeof BLOCKS;
export type BlockContent<N extends BlockName> = z.output<(typeof BLOCKS)[N]['content']>;
/** The content of any block. */
export type AnyContent = BlockContent<BlockName>;

export const BLOCK_NAMES = Object.keys(BLOCKS) as BlockName[];

/** All blocks have the same parts and routes. For the types, one block stands for all. */
export function blockOf(name: BlockName) {
  return BLOCKS[name] as unknown as Omit<(typeof BLOCKS)['disclaimer'], 'fields'> & {
    readonly fields: Fields;
  };
}

/** The names of fields with markup in blocks. */
export const RICH: ReadonlySet<string> = new Set(
  BLOCK_NAMES.flatMap((name) => richNamesOf(blockOf(name).fields)),
);
