/** A cleaner's name as the office reads it: `Siti Rahmah`. */
export function nameOf(cleaner: { readonly firstname: string; readonly lastname: string }): string {
  return `${cleaner.firstname} ${cleaner.lastname}`.trim();
}

/** One or two letters for the person's tile: SR, or 林. */
export function initialsOf(cleaner: { readonly firstname: string; readonly lastname: string }): string {
  // By code points: half of an emoji would be shown as a box.
  const [first = ''] = Array.from(cleaner.firstname);
  const [last = ''] = Array.from(cleaner.lastname);
  return /\p{Script=Han}/u.test(first) ? first : (first + last).toUpperCase();
}

/** How the office reads a gender; '' is not said. */
export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];
export const GENDER_NAMES = { '': '', female: 'Female', male: 'Male' };
