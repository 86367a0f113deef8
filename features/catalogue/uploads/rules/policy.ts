import { defineAction } from '#platform/kernel/policy.ts';

/** The office for whatever it keeps, a cleaner for the own photo and for photos of a visit. */
export const addUpload = defineAction('upload a picture', { admin: 'any', cleaner: 'cleaner' });
/** A cleaner uses what that cleaner has uploaded, nobody else's. */
export const useUpload = defineAction('use an uploaded picture', { admin: 'any', cleaner: 'cleaner' });
