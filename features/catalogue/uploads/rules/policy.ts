import { defineAction, MANAGERS } from '#platform/kernel/policy.ts';

/** The office for anything; a cleaner for their own photo and for photos of a visit. */
export const addUpload = defineAction('upload a picture', { admin: 'managers', cleaner: 'cleaner' });
export const addLogo = defineAction('upload a logo', MANAGERS);
/** A cleaner can only use their own uploads. */
export const useUpload = defineAction('use an uploaded picture', { admin: 'managers', cleaner: 'cleaner' });
