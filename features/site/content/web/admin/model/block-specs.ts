import type { BlockName } from '../../../contract/blocks.ts';
import { type BlockSpec, type FieldSpec, serviceOption } from './field-spec.ts';
import { PAGE_WORDS_SPECS } from './page-words-specs.ts';

const title: FieldSpec = { kind: 'text', zh: true, name: 'title', label: 'Heading' };
const text: FieldSpec = { kind: 'rich', zh: true, name: 'html', label: 'Text' };
const drawing: FieldSpec = { kind: 'icon', name: 'icon', label: 'Icon' };
const links: FieldSpec = {
  kind: 'list',
  name: 'links',
  label: 'Links',
  one: 'link',
  nameOf: 'label',
  fields: [
    { kind: 'text', zh: true, name: 'label', label: 'Link text' },
    { kind: 'link', name: 'href', label: 'Link' },
  ],
};
const phone: FieldSpec = {
  kind: 'text',
  name: 'phone',
  label: 'Phone',
  hint: 'As visitors see it: +65 6123 4567.',
};
const email: FieldSpec = { kind: 'text', name: 'email', label: 'E-mail address' };

/** A list of heading, illustration and sentence. */
function points(name: string, label: string, one: string): FieldSpec {
  return {
    kind: 'list',
    name,
    label,
    one,
    nameOf: 'title',
    fields: [
      drawing,
      { kind: 'text', zh: true, name: 'title', label: 'Heading' },
      { kind: 'paragraph', zh: true, name: 'text', label: 'Text' },
    ],
  };
}

/** The alternative text of a picture. */
function description(name: string, label: string, of: string): FieldSpec {
  return { kind: 'text', zh: true, name, label, of, hint: 'For people who cannot see the picture.' };
}

const stays = 'When the picture is cropped to fit a screen, this point stays in view.';

/** The forms of all blocks. */
export const BLOCK_SPECS: { readonly [N in BlockName]: BlockSpec } = {
  ...PAGE_WORDS_SPECS,
  'utility-nav': {
    title: 'Top bar',
    about: 'The bar at the top of every page, with the phone number and a few links.',
    page: '/',
    fields: [phone, email, links],
  },
  'hero-images': {
    title: 'Opening pictures',
    about: 'Pictures below the opening text of the home page. The section is hidden if there are none.',
    page: '/',
    fields: [
      {
        kind: 'list',
        name: 'images',
        label: 'Pictures',
        one: 'picture',
        nameOf: 'heading',
        fields: [
          { kind: 'picture', name: 'url', label: 'Picture' },
          { kind: 'focus', name: 'focus', label: 'Focal point', of: ['url'], hint: stays },
          description('alt', 'Description', 'url'),
          { kind: 'text', zh: true, name: 'heading', label: 'Heading' },
          { kind: 'paragraph', zh: true, name: 'text', label: 'Text' },
        ],
      },
    ],
  },
  'how-different': {
    title: 'How we are different',
    about: 'Why people choose you, on the home page.',
    page: '/',
    fields: [title, points('items', 'Reasons', 'reason')],
  },
  'easy-steps': {
    title: 'Easy steps',
    about: 'The steps to a clean home, on the home page.',
    page: '/',
    fields: [title, points('steps', 'Steps', 'step')],
  },
  'before-and-after': {
    title: 'Before and after',
    about: 'Pairs of pictures on the home page. The section is hidden if there are none.',
    page: '/',
    fields: [
      title,
      {
        kind: 'list',
        name: 'pairs',
        label: 'Pairs of pictures',
        one: 'pair',
        nameOf: 'caption',
        fields: [
          { kind: 'picture', name: 'before', label: 'Before' },
          description('beforeAlt', 'Description of the picture before', 'before'),
          { kind: 'picture', name: 'after', label: 'After' },
          description('afterAlt', 'Description of the picture after', 'after'),
          { kind: 'focus', name: 'focus', label: 'Focal point', of: ['before', 'after'], hint: stays },
          { kind: 'text', zh: true, name: 'caption', label: 'Caption' },
        ],
      },
    ],
  },
  'cleaning-equipment': {
    title: 'Cleaning equipment',
    about: 'What cleaners bring, on the home page.',
    page: '/',
    fields: [
      title,
      { kind: 'paragraph', zh: true, name: 'reason', label: 'Introduction' },
      {
        kind: 'list',
        name: 'items',
        label: 'Equipment',
        one: 'item',
        nameOf: 'title',
        fields: [drawing, { kind: 'text', zh: true, name: 'title', label: 'Name' }],
      },
    ],
  },
  'cancellation-policy': {
    title: 'Cancellation policy',
    about: 'Your own words next to the rules, which come from the settings.',
    page: '/',
    fields: [title, text],
  },
  disclaimer: {
    title: 'Disclaimer',
    about: 'Small print on the home page. Leave blank to show nothing.',
    page: '/',
    fields: [title, text],
  },
  questions: {
    title: 'Questions',
    about: 'Questions that people ask, with your answers, on the service pages.',
    page: '/spring-cleaning-services',
    fields: [
      title,
      {
        kind: 'list',
        name: 'items',
        label: 'Questions',
        one: 'question',
        nameOf: 'question',
        fields: [
          serviceOption,
          { kind: 'text', zh: true, name: 'question', label: 'Question' },
          { kind: 'rich', zh: true, name: 'answer', label: 'Answer' },
        ],
      },
    ],
  },
  footer: {
    title: 'Footer',
    about: 'The bottom of every page.',
    page: '/',
    fields: [
      {
        kind: 'list',
        name: 'columns',
        label: 'Columns',
        one: 'column',
        nameOf: 'title',
        fields: [title, links],
      },
      { kind: 'text', zh: true, name: 'copyright', label: 'Copyright line' },
      {
        kind: 'list',
        name: 'social',
        label: 'Social networks',
        one: 'network',
        nameOf: 'network',
        fields: [
          { kind: 'text', name: 'network', label: 'Name' },
          { kind: 'link', name: 'href', label: 'Link' },
        ],
      },
    ],
  },
  'join-us': {
    title: 'Join as a cleaner',
    about: 'The page for people who want to clean with you.',
    page: '/join-us',
    fields: [
      title,
      text,
      { kind: 'picture', name: 'image', label: 'Picture' },
      description('alt', 'Description', 'image'),
    ],
  },
  'contact-us': {
    title: 'Contact us',
    about: 'How people reach you.',
    page: '/contact-us',
    fields: [
      title,
      text,
      { kind: 'paragraph', zh: true, name: 'address', label: 'Address' },
      phone,
      email,
      { kind: 'paragraph', zh: true, name: 'hours', label: 'Opening hours' },
      { kind: 'link', name: 'mapUrl', label: 'Link to a map', hint: 'Optional.' },
    ],
  },
  'pricing-plan': {
    title: 'Pricing pop-up',
    about: 'The plans that open from the prices on the home page.',
    page: '/',
    fields: [
      {
        kind: 'list',
        name: 'plans',
        label: 'Plans',
        one: 'plan',
        nameOf: 'title',
        fields: [
          { kind: 'key', name: 'id', label: 'Key' },
          drawing,
          title,
          { kind: 'figure', unit: 'S$', name: 'price', label: 'Price' },
          { kind: 'paragraph', zh: true, name: 'description', label: 'Description' },
          { kind: 'text', zh: true, name: 'note', label: 'Note' },
          { kind: 'rich', zh: true, name: 'plan_desc', label: 'What it includes' },
        ],
      },
    ],
  },
};
