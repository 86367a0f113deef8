/** A cleaner's gender as a choice in the office's forms and as a word in its lists; '' where none is recorded. */
export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];
export const GENDER_NAMES = { '': '', female: 'Female', male: 'Male' };
