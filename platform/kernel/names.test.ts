import { expect, it } from 'vitest';
import { fullnameOf, type PersonName } from './names.ts';

it.each<[PersonName, string]>([
  [{ firstname: 'Rachel', lastname: 'Tan', displayName: null }, 'Rachel Tan'],
  [{ firstname: 'Rachel', lastname: 'Tan', displayName: '' }, 'Rachel Tan'],
  [{ firstname: 'Siti', lastname: '', displayName: null }, 'Siti'],
  [{ firstname: 'Siew Hua', lastname: 'Lim', displayName: 'Lim Siew Hua' }, 'Lim Siew Hua'],
  [{ firstname: '', lastname: '', displayName: null }, ''],
])('names %o as %s', (person, name) => expect(fullnameOf(person)).toBe(name));
