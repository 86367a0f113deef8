/** Floor and unit of a building in Singapore: 08-112, B1-02, 12-07A. */
const UNIT_NUMBER = /^#?\s*((?:[a-z]?\d{1,3})\s*-\s*\d{1,5}[a-z]?)$/i;

/** Formats a unit number as `#08-112`; other text stays as it is. */
export function unitNumber(written: string): string {
  const number = UNIT_NUMBER.exec(written.trim())?.[1];
  return number === undefined ? written : `#${number.replace(/\s/g, '').toUpperCase()}`;
}
