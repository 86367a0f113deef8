import type { ItemKind } from '../../../contract/items.ts';
import { type FieldSpec, type Fields, serviceOption } from './field-spec.ts';

interface ItemSpec {
  readonly one: string;
  readonly many: string;
  /** The field used as the entry's title. */
  readonly nameOf: string;
  /** The page that shows them. */
  readonly page: string;
  readonly fields: Fields;
}

const drawing: FieldSpec = { kind: 'icon', name: 'icon', label: 'Icon' };

/** The forms of standalone entries. */
export const ITEM_SPECS: { readonly [K in ItemKind]: ItemSpec } = {
  testimonials: {
    one: 'testimonial',
    many: 'testimonials',
    nameOf: 'clientname',
    page: '/',
    fields: [
      { kind: 'text', name: 'clientname', label: 'Customer' },
      { kind: 'picture', name: 'profilePhoto', label: 'Photo' },
      { kind: 'rich', zh: true, name: 'content', label: 'What they say' },
    ],
  },
  'service-options': {
    one: 'service option',
    many: 'service options',
    nameOf: 'name_r1',
    page: '/services',
    fields: [
      serviceOption,
      drawing,
      { kind: 'text', zh: true, name: 'name_r1', label: 'Name' },
      { kind: 'text', zh: true, name: 'name_r2', label: 'Second line' },
      { kind: 'rich', zh: true, name: 'description', label: 'Description' },
      { kind: 'figure', unit: 'S$', name: 'price', label: 'Price' },
      { kind: 'text', name: 'price_type', label: 'Price per', hint: 'For example: hour, visit.' },
      { kind: 'paragraph', zh: true, name: 'promotion_desc', label: 'Promotion' },
    ],
  },
  'scope-of-work': {
    one: 'work item',
    many: 'scope of work',
    nameOf: 'name',
    page: '/services',
    fields: [
      serviceOption,
      drawing,
      { kind: 'text', zh: true, name: 'name', label: 'Name' },
      { kind: 'text', zh: true, name: 'estimated_time', label: 'Estimated time' },
      { kind: 'rich', zh: true, name: 'content', label: 'What is done' },
    ],
  },
};
