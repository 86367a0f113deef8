import type { PAGE_WORDS } from '../../../contract/page-words.ts';
import type { BlockSpec } from './block-specs.ts';
import type { FieldSpec, Fields } from './field-spec.ts';

const title: FieldSpec = { kind: 'text', zh: true, name: 'title', label: 'Heading' };
const text: FieldSpec = { kind: 'paragraph', zh: true, name: 'text', label: 'Text' };
const headed: Fields = [title, text];
const heading = (name: string, label: string): FieldSpec => ({ kind: 'text', zh: true, name, label });

/** A service, on its own page. */
function clean(name: string, page: string): BlockSpec {
  return {
    title: name,
    about: 'This clean in a few words, and in full on its own page.',
    page,
    fields: [
      {
        kind: 'paragraph',
        zh: true,
        name: 'short',
        label: 'In short',
        hint: 'Where all four cleans stand side by side.',
      },
      { kind: 'paragraph', zh: true, name: 'text', label: 'In full' },
    ],
  };
}

function legal(name: string, page: string): BlockSpec {
  return {
    title: name,
    about: 'Sections in their order. Name a fact instead of writing it, and it follows your settings.',
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
  opening: { title: 'Opening words', about: 'The first words of the front page.', page: '/', fields: headed },
  'where-hours-go': {
    title: 'Where hours go',
    about: 'What an hour buys, room by room: on the front page, and on the pages of the services.',
    page: '/',
    fields: [
      ...headed,
      {
        kind: 'list',
        name: 'rooms',
        label: 'Rooms',
        one: 'room',
        nameOf: 'title',
        fields: [{ kind: 'icon', name: 'icon', label: 'Drawing' }, title, text],
      },
    ],
  },
  'hour-packs': {
    title: 'Packs of hours',
    about: 'The words over the packs on the front page. Their prices come from the packages.',
    page: '/',
    fields: headed,
  },
  headings: {
    title: 'Headings',
    about: 'Over what comes from other lists, on the front page and the pages of the services.',
    page: '/',
    fields: [
      heading('cleans', 'Over the four cleans'),
      heading('testimonials', 'Over the testimonials'),
      heading('plans', 'Over the plans'),
      heading('scope', 'Over the scope of work'),
      heading('options', 'Over the service options'),
      heading('prices', 'Over the prices of a clean'),
    ],
  },
  'services-page': {
    title: 'Services page',
    about: 'The first words of the page of services.',
    page: '/services',
    fields: headed,
  },
  'about-regular': clean('Regular cleaning', '/services'),
  'about-one-time': clean('One-time cleaning', '/services'),
  'about-spring-cleaning': clean('Spring cleaning', '/spring-cleaning-services'),
  'about-moving-in-out': clean('Moving in or out', '/moving-inout-services'),
  'every-clean': {
    title: 'In every clean',
    about: 'Over what is done in every clean, on the page of services.',
    page: '/services',
    fields: headed,
  },
  'not-included': {
    title: 'Not included',
    about: 'What is not part of a clean, on the pages of the services. Without any, the section is left out.',
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
    about: 'Below the choice of a clean, for people who are not sure.',
    page: '/select-service',
    fields: [text],
  },
  closing: {
    title: 'Last words',
    about: 'At the end of the pages of the services, beside the way to free times.',
    page: '/services',
    fields: headed,
  },
  'terms-and-conditions': legal('Terms and conditions', '/terms-and-conditions'),
  'terms-of-service': legal('Terms of service', '/terms-of-service'),
  'privacy-policy': legal('Privacy', '/privacy-policy'),
};
