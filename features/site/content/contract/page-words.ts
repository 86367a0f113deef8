/** Editable texts of the site's pages: marketing, explanations and legal texts. Labels stay in the locale files. */
import { z } from 'zod';
import { defineBlock } from './define-block.ts';
import { icon, list, richText, sentences, words } from './fields.ts';

const titleAndText = { title: words, text: sentences };
const headed = { english: titleAndText, chinese: titleAndText };
/** A service: the short text for the page with all four, and the full text for its own page. */
const clean = {
  english: { short: sentences, text: sentences },
  chinese: { short: sentences, text: sentences },
};
const headings = {
  cleans: words,
  testimonials: words,
  plans: words,
  scope: words,
  options: words,
  prices: words,
};
const room = z.strictObject({ icon, title: words, text: sentences });
const roomZh = z.strictObject({ title: words, text: sentences }).partial();
const section = z.strictObject({ title: words, html: richText });
const legal = {
  english: { title: words, lead: sentences, sections: list(section) },
  chinese: { title: words, lead: sentences, sections: list(section.partial()) },
};

export const PAGE_WORDS = {
  opening: defineBlock({ name: 'opening', about: 'the words that open the front page', ...headed }),
  headings: defineBlock({
    name: 'headings',
    about: 'the headings over cleans, testimonials, plans, scope, options and prices',
    english: headings,
    chinese: headings,
  }),
  'where-hours-go': defineBlock({
    name: 'where-hours-go',
    about: 'what an hour buys, room by room',
    english: { ...titleAndText, rooms: list(room) },
    chinese: { ...titleAndText, rooms: list(roomZh) },
  }),
  'about-regular': defineBlock({ name: 'about-regular', about: 'regular cleaning in words', ...clean }),
  'about-one-time': defineBlock({ name: 'about-one-time', about: 'one-time cleaning in words', ...clean }),
  'about-spring-cleaning': defineBlock({
    name: 'about-spring-cleaning',
    about: 'spring cleaning in words',
    ...clean,
  }),
  'about-moving-in-out': defineBlock({
    name: 'about-moving-in-out',
    about: 'moving in and out in words',
    ...clean,
  }),
  'hour-packs': defineBlock({ name: 'hour-packs', about: 'the words over the packs of hours', ...headed }),
  'services-page': defineBlock({
    name: 'services-page',
    about: 'what opens the page of services',
    ...headed,
  }),
  'every-clean': defineBlock({
    name: 'every-clean',
    about: 'the words over what every clean has',
    ...headed,
  }),
  'not-included': defineBlock({
    name: 'not-included',
    about: 'what is not part of a clean',
    english: { title: words, items: list(z.strictObject({ text: sentences })) },
    chinese: { title: words, items: list(z.strictObject({ text: sentences }).partial()) },
  }),
  'select-service': defineBlock({
    name: 'select-service',
    about: 'the advice where a clean is chosen',
    english: { text: sentences },
    chinese: { text: sentences },
  }),
  closing: defineBlock({ name: 'closing', about: 'the last words of the pages of services', ...headed }),
  'terms-and-conditions': defineBlock({
    name: 'terms-and-conditions',
    about: 'the terms and conditions',
    ...legal,
  }),
  'terms-of-service': defineBlock({ name: 'terms-of-service', about: 'the terms of service', ...legal }),
  'privacy-policy': defineBlock({ name: 'privacy-policy', about: 'the privacy policy', ...legal }),
} as const;
