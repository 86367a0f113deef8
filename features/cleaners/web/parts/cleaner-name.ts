/** A cleaner's name as the office reads it: `Siti Rahmah`. */
export function nameOf(cleaner: { readonly firstname: string; readonly lastname: string }): string {
  return `${cleaner.firstname} ${cleaner.lastname}`.trim();
}

/** Two letters for the person's tile. */
export function initialsOf(cleaner: { readonly firstname: string; readonly lastname: string }): string {
  return (cleaner.firstname.charAt(0) + cleaner.lastname.charAt(0)).toUpperCase();
}

/** How the office reads a gender; '' is not said. */
export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];
export const GENDER_NAMES = { '': '', female: 'Female', male: 'Male' };
