/** Catches typos only; the server validates it. */
export const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Accepts an empty value, as the number is usually optional. */
export const LOOKS_LIKE_PHONE = /^(?:\+?[\d\s().-]{6,30})?$/;
