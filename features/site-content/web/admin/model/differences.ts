import { type FieldSpec, type Fields, isPaired, type Values } from './field-spec.ts';
import { listOf, pairOf, recordOf } from './paired.ts';

/** One value that differs between two states of a form. */
export interface Difference {
  /** `Step 2, title, 中文` */
  readonly where: string;
  readonly field: FieldSpec;
  readonly before: unknown;
  readonly after: unknown;
}

/** Field by field what differs, in the order of the form. Entries are compared by their place. */
export function differencesOf(fields: Fields, before: Values, after: Values): Difference[] {
  return walk(fields, before, after, '');
}

function walk(fields: Fields, before: Values, after: Values, within: string): Difference[] {
  return fields.flatMap((field): Difference[] => {
    const [was, is] = [before[field.name], after[field.name]];
    const where = within === '' ? field.label : `${within}, ${field.label.toLowerCase()}`;
    if (isPaired(field)) {
      const [old, now] = [pairOf(was), pairOf(is)];
      return [
        ...differing({ where, field, before: old.en, after: now.en }),
        ...differing({ where: `${where}, 中文`, field, before: old.zh, after: now.zh }),
      ];
    }
    if (field.kind === 'list') {
      const [old, now] = [listOf(was), listOf(is)];
      const places = Array.from({ length: Math.max(old.length, now.length) }, (_, place) => place);
      return places.flatMap((place) => {
        const entry = within === '' ? capital(field.one) : `${within}, ${field.one}`;
        return walk(field.fields, recordOf(old[place]), recordOf(now[place]), `${entry} ${place + 1}`);
      });
    }
    return field.kind === 'key' ? [] : differing({ where, field, before: was, after: is });
  });
}

function differing(difference: Difference): Difference[] {
  const { before, after } = difference;
  return JSON.stringify(before || null) === JSON.stringify(after || null) ? [] : [difference];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
