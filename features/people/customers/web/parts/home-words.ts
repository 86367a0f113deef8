import type { HomeType } from '../../rules/homes.ts';
import { en } from '../locales/account-en.ts';

/** Kinds of home as the office reads them. */
const HOME_TYPE_NAMES: Readonly<Record<HomeType, string>> = en.homeTypes;

/** A kind of home in words; a customer's own word stays as it is. */
export function homeTypeName(type: string): string {
  return Object.hasOwn(HOME_TYPE_NAMES, type) ? HOME_TYPE_NAMES[type as HomeType] : type;
}

/** The kinds to choose from, and the customer's own word among them. */
export function homeTypeOptions(own = '') {
  const known: string[] = Object.keys(HOME_TYPE_NAMES);
  const types = own === '' || known.includes(own) ? known : [...known, own];
  return types.map((value) => ({ value, label: homeTypeName(value) }));
}

interface Placed {
  readonly label: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly addressLine3: string;
  readonly postal: string;
}

/** "Blk 145 Lor 2 Toa Payoh, #08-112, 310145" */
export function placeOf({ addressLine1, addressLine2, addressLine3, postal }: Placed): string {
  return [addressLine1, addressLine2, addressLine3, postal].filter((part) => part !== '').join(', ');
}

/** What a home is called: the customer's name for it, otherwise its street. */
export function homeName({ label, addressLine1 }: Pick<Placed, 'label' | 'addressLine1'>): string {
  return label === '' ? addressLine1 : label;
}
