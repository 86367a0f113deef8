import { plainNumber } from './typed-text.ts';

/**
 * Singapore mobile numbers without the prefix 65. 8000-8009 and 99 are not mobile ranges.
 * Source: Google's libphonenumber metadata for SG, checked November 2026.
 */
const SINGAPORE_MOBILE = /^(?:80[1-9]\d{5}|(?:8[1-9]|9[0-8])\d{6})$/;

/**
 * Parses a mobile number in any common format (`9123 4567`, `6591234567`, `+65 9123-4567`) and returns `6591234567`, or
 * null if it is not a Singapore mobile number.
 */
export function readMobile(written: string): string | null {
  const digits = plainNumber(written).replace(/^(?:\+|00)/, '');
  const local = digits.length === 10 && digits.startsWith('65') ? digits.slice(2) : digits;
  return SINGAPORE_MOBILE.test(local) ? `65${local}` : null;
}

/** Formats a number that need not be a Singapore mobile: `6591234567` as `9123 4567`, others as they are. */
export function showPhone(number: string): string {
  return /^65\d{8}$/.test(number) ? showMobile(number) : number;
}

/** Formats `6591234567` as `9123 4567`. */
export function showMobile(mobile: string): string {
  const local = mobile.replace(/^65/, '');
  return `${local.slice(0, 4)} ${local.slice(4)}`;
}
