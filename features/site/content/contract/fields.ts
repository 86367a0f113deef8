/** Field types of the site content. */
import { z } from 'zod';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { cents, line, paragraph } from '#platform/contract/schemas.ts';
import { isOwnPicture, isSafeLink } from '../rules/addresses.ts';

export const words = line(200);
export const sentences = paragraph(1000);
/** The alternative text of a picture. */
export const alt = words.default('');
/** Rich text, sanitised both when it is saved and when it is read. */
export const richText = paragraph(20_000);
/** The name of an illustration: `mop`. */
export const icon = line(40).regex(/^[a-z0-9-]*$/, { error: 'Choose an icon from the list.' });
export const picture = line(200).refine((url) => url === '' || isOwnPicture(url), {
  error: 'Upload the picture first.',
});
export const link = line(500).refine(isSafeLink, {
  error: 'Start with / for a page on this site, or with https://, mailto: or tel:.',
});
/** The focal point of a cropped picture, percent from the left and from the top. */
export const focus = z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) });
export const price = cents;
/** More than any page needs. */
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(60);
/** The service that it is about; empty for all of them. */
export const service = z.enum(['', ...JOB_TYPES], { error: 'Choose a clean, or all of them.' });
