/** Enough to catch a slip; the server decides. */
export const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Or empty: a number is mostly optional. */
export const LOOKS_LIKE_PHONE = /^(?:\+?[\d\s().-]{6,30})?$/;
