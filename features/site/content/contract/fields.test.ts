import { describe, expect, it } from 'vitest';
import { RICH } from './blocks.ts';
import {
  chineseOf,
  contentOf,
  description,
  focus,
  icon,
  link,
  list,
  optionalLink,
  picture,
  price,
  rich,
  richNamesOf,
  service,
  text,
} from './fields.ts';
import { ITEMS } from './items.ts';

const fields = {
  title: text('Heading'),
  html: rich('Text'),
  image: picture('Picture'),
  alt: description('Description', 'image'),
  focus: focus('Focal point', ['image']),
  icon: icon(),
  price: price('Price'),
  service: service('Shown for'),
  href: link('Link'),
  mapUrl: optionalLink('Map'),
  steps: list('Steps', {
    one: 'step',
    nameOf: 'title',
    fields: { title: text('Heading'), href: link('Link') },
  }),
  social: list('Networks', { one: 'network', nameOf: 'href', fields: { href: link('Link') } }),
};
const content = {
  title: 'Three steps',
  html: '<p>Text</p>',
  image: '/drawings/mop.svg',
  icon: 'mop',
  price: 4200,
  service: 'regular',
  href: '/services',
  mapUrl: '',
  steps: [{ title: 'Tell us', href: '/services' }],
  social: [],
};
const schema = contentOf(fields);

describe('content of some fields', () => {
  it('is accepted, also without optional values and translations', () => {
    expect(schema.parse(content)).toEqual({ ...content, alt: '' });
    expect(schema.safeParse({ ...content, focus: { x: 0, y: 100 } }).success).toBe(true);
    const zh = { title: '三步', steps: [{}, { title: '告诉我们' }] };
    expect(schema.parse({ ...content, zh })).toMatchObject({ zh });
  });

  it.each<[string, object]>([
    ['title', { title: 'x'.repeat(201) }],
    ['title', { title: undefined }],
    ['image', { image: 'https://elsewhere.example/a.png' }],
    ['focus.x', { focus: { x: 101, y: 0 } }],
    ['icon', { icon: 'Mop!' }],
    ['price', { price: -1 }],
    ['service', { service: 'gardening' }],
    ['href', { href: 'javascript:alert(1)' }],
    ['href', { href: '' }],
    ['mapUrl', { mapUrl: 'javascript:alert(1)' }],
    ['steps', { steps: Array.from({ length: 61 }, () => content.steps[0]) }],
    ['steps.0.href', { steps: [{ title: '', href: 'nowhere' }] }],
    ['steps.0', { steps: [{ title: '', href: '/', extra: 1 }] }],
    ['zh', { zh: { image: '/drawings/mop.svg' } }],
    ['zh', { zh: { social: [] } }],
    ['zh.steps.0', { zh: { steps: [{ href: '/' }] } }],
    ['', { extra: 1 }],
  ])('is refused at %s: %j', (path, change) => {
    const { error } = schema.safeParse({ ...content, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});

it('is translated where it has text', () => {
  expect(Object.keys(chineseOf(fields))).toEqual(['title', 'html', 'alt', 'steps']);
});

it('knows which fields have markup, at any depth', () => {
  expect(
    richNamesOf({ ...fields, items: list('', { one: '', nameOf: 'answer', fields: { answer: rich('') } }) }),
  ).toEqual(['html', 'answer']);
  expect([...RICH].sort()).toEqual(['answer', 'html', 'plan_desc']);
  expect(Object.values(ITEMS).map(({ rich: names }) => [...names])).toEqual([
    ['content'],
    ['description'],
    ['content'],
  ]);
});
