import type { PAGE_WORDS } from '../../../contract/page-words.ts';
import type { BlockSpec, FieldSpec, Fields } from './field-spec.ts';

const title: FieldSpec = { kind: 'text', zh: true, name: 'title', label: 'Heading' };
const text: FieldSpec = { kind: 'paragraph', zh: true, name: 'text', label: 'Text' };
const headed: Fields = [title, text];
const heading = (name: string, label: string): FieldSpec => ({ kind: 'text', zh: true, name, label });

/** A service, on its own page. */
function clean(name: string, page: string): BlockSpec {
  return {
    title: name,
    about: 'A short text for the overview of services, and the full text for its own page.',
    page,
    fields: [
      {
        kind: 'paragraph',
        zh: true,
        name: 'short',
        label: 'Short text',
        hint: 'Shown where all four services are side by side.',
      },
      { kind: 'paragraph', zh: true, name: 'text', label: 'Full text' },
    ],
  };
}

function legal(name: string, page: string): BlockSpec {
  return {
    title: name,
    about: 'The sections in order. Use placeholders for facts, and they follow your settings.',
    page,
    fields: [
      { ...title, label: 'Title' },
      { kind: 'paragraph', zh: true, name: 'lead', label: 'Introduction' },
      {
        kind: 'list',
        name: 'sections',
        label: 'Sections',
        one: 'section',
        nameOf: 'title',
        fields: [title, { kind: 'rich', zh: true, name: 'html', label: 'Text' }],
      },
    ],
  };
}

/** The forms of the pages' own texts. */
export const PAGE_WORDS_SPECS: { readonly [N in keyof typeof PAGE_WORDS]: BlockSpec } = {
  opening: {
    title: 'Opening text',
    about: 'The first text on the home page.',
    page: '/',
    fields: headed,
  },
  'where-hours-go': {
    title: 'Where hours go',
    about: 'What an hour covers, room by room, on the home page and the service pages.',
    page: '/',
    fields: [
      ...headed,
      {
        kind: 'list',
        name: 'rooms',
        label: 'Rooms',
        one: 'room',
        nameOf: 'title',
        fields: [{ kind: 'icon', name: 'icon', label: 'Icon' }, title, text],
      },
    ],
  },
  'hour-packs': {
    title: 'Packages of hours',
    about: 'The text above the packages of hours on the home page. Prices come from Packages.',
    page: '/',
    fields: headed,
  },
  headings: {
    title: 'Headings',
    about: 'Headings above content from other lists, on the home page and the service pages.',
    page: '/',
    fields: [
      heading('cleans', 'Above the four services'),
      heading('testimonials', 'Above the testimonials'),
      heading('plans', 'Above the plans'),
      heading('scope', 'Above the scope of work'),
      heading('options', 'Above the service options'),
      heading('prices', 'Above the prices of a service'),
    ],
  },
  'services-page': {
    title: 'Services page',
    about: 'The first text on the services page.',
    page: '/services',
    fields: headed,
  },
  'about-regular': clean('Regular cleaning', '/services'),
  'about-one-time': clean('One-time cleaning', '/services'),
  'about-spring-cleaning': clean('Spring cleaning', '/spring-cleaning-services'),
  'about-moving-in-out': clean('Moving in or out', '/moving-inout-services'),
  'every-clean': {
    title: 'In every clean',
    about: 'Above what is done in every clean, on the services page.',
    page: '/services',
    fields: headed,
  },
  'not-included': {
    title: 'Not included',
    about: 'What is not part of a clean, on the service pages. The section is hidden if the list is empty.',
    page: '/services',
    fields: [
      title,
      {
        kind: 'list',
        name: 'items',
        label: 'Not included',
        one: 'line',
        nameOf: 'text',
        fields: [text],
      },
    ],
  },
  'select-service': {
    title: 'Advice when choosing',
    about: 'Below the choice of services, for people who are not sure.',
    page: '/select-service',
    fields: [text],
  },
  closing: {
    title: 'Closing text',
    about: 'At the end of the service pages, next to the link to free times.',
    page: '/services',
    fields: headed,
  },
  'terms-and-conditions': legal('Terms and conditions', '/terms-and-conditions'),
  'terms-of-service': legal('Terms of service', '/terms-of-service'),
  'privacy-policy': legal('Privacy', '/privacy-policy'),
};
