import type { Feature } from '#platform/server/feature.ts';
import { purgeUploads } from './purge-uploads.ts';
import { routes } from './routes.ts';

export { VISIT_PHOTO } from '../rules/private-pictures.ts';
export { filesOfUpload } from './picture-files.ts';
export { signPictureUrl } from './signed-address.ts';
export { changePicture, keepPictures } from './use-upload.ts';

/** Uploaded pictures, for use by any feature. */
export const feature: Feature = { name: 'uploads', routes, cronJobs: { 'uploads:unused': purgeUploads } };
