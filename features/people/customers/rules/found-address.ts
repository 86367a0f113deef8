import { blockOfPostal, isBlockAlone } from './block.ts';

/** A place that belongs to a postal code, as the map writes it. */
export interface FoundPlace {
  readonly block: string;
  readonly street: string;
  readonly building: string;
}

/** The lines of an address that a postal code determines. */
export interface FoundLines {
  readonly addressLine1: string;
  readonly addressLine3: string;
}

/** `Blk 145 Lorong 2 Toa Payoh` for a public flat, `35 Orchard Road` for other buildings. */
export function streetLine(postal: string, { block, street }: FoundPlace): string {
  const isFlat = blockOfPostal(postal) === `Blk ${block}`;
  return [isFlat && 'Blk', block, street].filter(Boolean).join(' ');
}

/**
 * The lines after a place was found. Nothing that a person typed is replaced: only empty lines, a block alone, and the
 * lines that belong to the postal code before (`before`).
 */
export function linesFound(
  lines: FoundLines & { readonly postal: string },
  place: FoundPlace,
  before: FoundLines,
): FoundLines {
  const { addressLine1, addressLine3 } = lines;
  const isTyped = !isOpen(addressLine1, before.addressLine1) && !isBlockAlone(addressLine1);
  const street = streetLine(lines.postal, place);
  if (isTyped || place.street === '') return { addressLine1, addressLine3 };
  return {
    addressLine1: street,
    addressLine3: isOpen(addressLine3, before.addressLine3) ? place.building : addressLine3,
  };
}

function isOpen(line: string, before: string): boolean {
  return line.trim() === '' || line === before;
}
