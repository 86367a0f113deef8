import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { purgeUploads } from './use-upload.ts';

export { VISIT_PHOTO } from '../rules/private-pictures.ts';
export { filesOfUpload, keyOf } from './add-upload.ts';
export { signPictureUrl } from './serve-uploads.ts';
export { changePicture, keepPictures, ratioOf } from './use-upload.ts';

/** Uploaded pictures, for use by any feature. */
export const feature: Feature = { name: 'uploads', routes, cronJobs: { 'uploads:unused': purgeUploads } };
