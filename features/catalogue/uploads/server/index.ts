import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { sweepUploads } from './sweep-uploads.ts';

export { VISIT_PHOTO } from '../rules/private-pictures.ts';
export { signPictureUrl } from './signed-address.ts';
export { changePicture, keepPictures } from './use-upload.ts';

/** Uploaded pictures, for use by any feature. */
export const feature: Feature = { name: 'uploads', routes, sweeps: { 'uploads:unused': sweepUploads } };
