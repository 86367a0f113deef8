import type { Feature } from '#platform/server/feature.ts';
import { routes } from './routes.ts';
import { sweepUploads } from './sweep-uploads.ts';

export { VISIT_PHOTO } from '../rules/private-pictures.ts';
export { signPictureUrl } from './signed-address.ts';
export { changePicture, keepPictures } from './use-upload.ts';

/** Pictures that people send, for whatever feature shows them. */
export const feature: Feature = { name: 'uploads', routes, sweeps: { 'uploads:unused': sweepUploads } };
