import type { HomeType } from '../../rules/homes.ts';
import { accountTexts } from '../account-texts.ts';

/** Labels of home types for the office. */
const HOME_TYPE_NAMES: Readonly<Record<HomeType, string>> = accountTexts.en.homeTypes;

/** The label of a home type; a customer's own word stays as it is. */
export function homeTypeName(type: string): string {
  return Object.hasOwn(HOME_TYPE_NAMES, type) ? HOME_TYPE_NAMES[type as HomeType] : type;
}

/** The options for the home type, including the customer's own word. */
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

/** The customer's name for a home, otherwise its street. */
export function homeName({ label, addressLine1 }: Pick<Placed, 'label' | 'addressLine1'>): string {
  return label === '' ? addressLine1 : label;
}
