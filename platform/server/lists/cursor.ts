import { isSameSecret, type Keys } from '../keys.ts';

const MAC_LENGTH = 16;

/**
 * A position in a list, returned by the client to continue: the sort values of a row, signed because a query is built
 * from them. `order` names the list and its sort order: a position in one order is meaningless in another.
 */
export function writeCursor(keys: Keys, order: string, values: readonly string[]): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${macOf(keys, order, text)}${text}`;
}

/** The values of a cursor of this order; null for anything that we did not create for it. */
export function readCursor(keys: Keys, order: string, cursor: string): readonly string[] | null {
  const text = cursor.slice(MAC_LENGTH);
  if (!isSameSecret(cursor.slice(0, MAC_LENGTH), macOf(keys, order, text))) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
}

function macOf(keys: Keys, order: string, text: string): string {
  return keys.mac('cursor', `${order}\n${text}`).slice(0, MAC_LENGTH);
}
