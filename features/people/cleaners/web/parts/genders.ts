/** Options for a cleaner's gender in the office; '' if none is recorded. */
export const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];
export const GENDER_NAMES = { '': '', female: 'Female', male: 'Male' };
