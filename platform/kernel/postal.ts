/** A Singapore postal code: six digits, kept as text because a leading zero is normal. */
export const POSTAL_CODE = /^\d{6}$/;

/** The postal sector, the first two digits. Which sectors exist is data (features/catalogue/places), not code. */
export function postalSector(postal: string): string {
  return postal.slice(0, 2);
}
