/** The fields that site content is made of. */
import { z } from 'zod';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { cents, line, paragraph } from '#platform/contract/schemas.ts';
import { isOwnPicture, isSafeLink } from '../rules/addresses.ts';

export const words = line(200);
export const sentences = paragraph(1000);
/** What a picture shows, for people who cannot see it. */
export const alt = words.default('');
/** Rich text: sanitised when it is saved, and again when it is read. */
export const richText = paragraph(20_000);
/** A drawing's name: `mop`. */
export const icon = line(40).regex(/^[a-z0-9-]*$/, { error: 'Choose a drawing from the list.' });
export const picture = line(200).refine((url) => url === '' || isOwnPicture(url), {
  error: 'Upload the picture first.',
});
export const link = line(500).refine(isSafeLink, {
  error: 'Start with / for a page of this site, or with https://, mailto: or tel:.',
});
/** Where the eye should rest when a picture is cut, percent from the left and from the top. */
export const focus = z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) });
export const price = cents;
/** No page needs more. */
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(60);
/** The clean that something is about; empty: all of them. */
export const service = z.enum(['', ...JOB_TYPES], { error: 'Choose a clean, or all of them.' });
