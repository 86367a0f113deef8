import { describe, expect, it } from 'vitest';
import { BLOCK_NAMES, BLOCKS } from '../../../contract/blocks.ts';
import { ITEM_KINDS, ITEMS } from '../../../contract/items.ts';
import { BLOCK_SPECS } from './block-specs.ts';
import type { Fields, Values } from './field-spec.ts';
import { isPaired } from './field-spec.ts';
import { ITEM_SPECS } from './item-specs.ts';
import { countMissing } from './missing.ts';
import { blankEntry, formName, toContent, toForm } from './paired.ts';

/** Field names, with lists as nested names. */
type Shape = { readonly [name: string]: true | Shape };

function shapeOfSpec(fields: Fields, chineseOnly: boolean): Shape {
  const shape: Record<string, true | Shape> = {};
  for (const field of fields) {
    const inner = field.kind === 'list' ? shapeOfSpec(field.fields, chineseOnly) : null;
    if (inner !== null && Object.keys(inner).length > 0) shape[field.name] = inner;
    if (inner === null && (!chineseOnly || isPaired(field))) shape[field.name] = true;
  }
  return shape;
}

/** The relevant part of a zod schema. */
interface Described {
  readonly def: {
    readonly type: string;
    readonly innerType?: Described;
    readonly element?: Described;
  };
  readonly shape?: Readonly<Record<string, Described>>;
}

function shapeOfSchema(shape: Readonly<Record<string, Described>>): Shape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const { element } = unwrap(schema).def;
      return [name, element === undefined ? true : shapeOfSchema(unwrap(element).shape ?? {})];
    }),
  );
}

function unwrap(schema: Described): Described {
  return schema.def.innerType === undefined ? schema : unwrap(schema.def.innerType);
}

/** Fields that the server adds to an entry. `id` is also a field of a plan, where it belongs to the contract. */
const MARKS = ['position', 'version', 'trash', 'createdAt', 'updatedAt', 'id'];

const filled = (fields: Fields): Values =>
  Object.fromEntries(
    fields.map((field) => {
      if (field.kind === 'list') return [field.name, [filled(field.fields), filled(field.fields)]];
      if (isPaired(field)) return [field.name, { en: `${field.name} en`, zh: `${field.name} 中` }];
      const plain = {
        link: '/services',
        price: 4200,
        icon: 'mop',
        choice: 'regular',
        picture: '',
        focus: { x: 10, y: 90 },
      };
      return [field.name, plain[field.kind as keyof typeof plain] ?? 'x'];
    }),
  );

describe.each([
  ...BLOCK_NAMES.map((name) => [name, BLOCK_SPECS[name].fields, BLOCKS[name].content] as const),
  ...ITEM_KINDS.map((kind) => [kind, ITEM_SPECS[kind].fields, ITEMS[kind].item] as const),
])('the form of %s', (_name, fields, schema) => {
  const shape = schema.shape as unknown as Readonly<Record<string, Described>>;
  const ours = Object.entries(shape).filter(([name]) => !['zh', ...MARKS].includes(name));
  const chinese = shape.zh === undefined ? {} : unwrap(shape.zh).shape;

  it('has exactly the fields of the contract', () => {
    expect(shapeOfSpec(fields, false)).toEqual(shapeOfSchema(Object.fromEntries(ours)));
  });

  it('has Chinese inputs for exactly the translated fields', () => {
    expect(shapeOfSpec(fields, true)).toEqual(shapeOfSchema(chinese ?? {}));
  });

  it('returns its initial values', () => {
    const content = toContent(fields, filled(fields));
    expect(toContent(fields, toForm(fields, content))).toEqual(content);
    expect(toForm(fields, content)).toEqual(filled(fields));
  });
});

it.each(BLOCK_NAMES.map((name) => [name]))('a new entry of %s is valid with its initial values', (name) => {
  const { fields } = BLOCK_SPECS[name];
  const withOne = Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'list' ? [blankEntry(field.fields, () => 'key')] : toForm([field], {})[field.name],
    ]),
  );
  const read = BLOCKS[name].content.safeParse(toContent(fields, withOne));
  expect(read.error?.issues ?? []).toEqual([]);
});

const { fields } = BLOCK_SPECS['easy-steps'];
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
    expect(countMissing(BLOCK_SPECS.disclaimer.fields, values)).toBe(0);
    const written = { ...values, html: { en: '<p>Mind the gap</p>', zh: '<p> </p>' } };
    expect(countMissing(BLOCK_SPECS.disclaimer.fields, written)).toBe(1);
  });
});

it.each([
  [['zh', 'steps', 0, 'title'], 'steps.0.title.zh'],
  [['steps', 1, 'text'], 'steps.1.text.en'],
  [['steps', 1, 'icon'], 'steps.1.icon'],
  [['title'], 'title.en'],
  [['steps'], 'steps'],
])("the API's %j is the form's %s", (path, name) => expect(formName(fields, path)).toBe(name));
