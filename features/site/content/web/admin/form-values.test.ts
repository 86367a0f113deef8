import { describe, expect, it } from 'vitest';
import { BLOCK_NAMES, BLOCKS, blockOf } from '../../contract/blocks.ts';
import { type Fields, isTranslated } from '../../contract/fields.ts';
import { ITEM_KINDS, itemsOf } from '../../contract/items.ts';
import { blankEntry, countMissing, formName, toContent, toForm, type Values } from './form-values.ts';

const filled = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.kind === 'list') return [name, [filled(field.fields), filled(field.fields)]];
      if (isTranslated(field)) return [name, { en: `${name} en`, zh: `${name} 中` }];
      const plain = {
        link: '/services',
        price: 4200,
        icon: 'mop',
        service: 'regular',
        picture: '',
        focus: { x: 10, y: 90 },
      };
      return [name, plain[field.kind as keyof typeof plain] ?? 'x'];
    }),
  );

it.each([
  ...BLOCK_NAMES.map((name) => [name, blockOf(name).fields, blockOf(name).content] as const),
  ...ITEM_KINDS.map((kind) => [kind, itemsOf(kind).fields, itemsOf(kind).add.body] as const),
])('the form of %s returns its initial values, which are valid', (_name, fields, schema) => {
  const content = toContent(fields, filled(fields));
  expect(schema.safeParse(content).error?.issues ?? []).toEqual([]);
  expect(toContent(fields, toForm(fields, content))).toEqual(content);
  expect(toForm(fields, content)).toEqual(filled(fields));
});

it.each(BLOCK_NAMES.map((name) => [name]))('a new entry of %s is valid with its initial values', (name) => {
  const { fields, content: schema } = blockOf(name);
  const withOne = Object.fromEntries(
    Object.entries(fields).map(([each, field]) => [
      each,
      field.kind === 'list' ? [blankEntry(field.fields, () => 'key')] : toForm(fields, {})[each],
    ]),
  );
  const read = schema.safeParse(toContent(fields, withOne));
  expect(read.error?.issues ?? []).toEqual([]);
});

const { fields } = BLOCKS['easy-steps'];
const content = {
  title: 'Two steps',
  steps: [
    { icon: 'home', title: 'Tell us', text: 'About your home.' },
    { icon: 'broom', title: 'Come home', text: '' },
  ],
  zh: { steps: [{}, { title: '回家' }] },
};

describe('list entries', () => {
  it('keep their translation when they move', () => {
    const values = toForm(fields, content) as { steps: unknown[] };
    const moved = toContent(fields, { ...values, steps: [...values.steps].reverse() });
    expect(moved).toMatchObject({ steps: [{ title: 'Come home' }, {}], zh: { steps: [{ title: '回家' }] } });
  });

  it('are removed with their translation', () => {
    const values = toForm(fields, content) as { steps: unknown[] };
    expect(toContent(fields, { ...values, steps: [values.steps[0]] }).zh).toBeUndefined();
  });
});

describe('missing Chinese texts', () => {
  it('counts texts that are only in English', () => {
    expect(countMissing(fields, toForm(fields, content))).toBe(3);
    expect(countMissing(fields, toForm(fields, { title: '', steps: [] }))).toBe(0);
  });

  it('treats empty paragraphs as empty', () => {
    const values = { title: { en: '', zh: '' }, html: { en: '<p></p>', zh: '' } };
    expect(countMissing(BLOCKS.disclaimer.fields, values)).toBe(0);
    const written = { ...values, html: { en: '<p>Mind the gap</p>', zh: '<p> </p>' } };
    expect(countMissing(BLOCKS.disclaimer.fields, written)).toBe(1);
  });
});

it.each([
  [['zh', 'steps', 0, 'title'], 'steps.0.title.zh'],
  [['steps', 1, 'text'], 'steps.1.text.en'],
  [['steps', 1, 'icon'], 'steps.1.icon'],
  [['title'], 'title.en'],
  [['steps'], 'steps'],
])("the API's %j is the form's %s", (path, name) => expect(formName(fields, path)).toBe(name));
