import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { sentFile } from '#platform/contract/file.ts';
import { id } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import * as policy from './rules/policy.ts';

/** 10 MB in decimal units: 12-megapixel phone photos have 2 to 6 MB. */
export const LARGEST_FILE = 10_000_000;

export const errors = defineErrors({
  too_large: {
    status: 413,
    title: 'This file is too large',
    detail: 'This file is larger than 10 MB. Choose a smaller photo.',
  },
  not_a_photo: {
    status: 422,
    title: 'Not a photo we can use',
    detail: 'Choose a JPEG, PNG or WebP photo. Other files, such as SVG, GIF, HEIC or PDF, cannot be used.',
  },
  not_a_logo: {
    status: 422,
    title: 'Not a logo we can use',
    detail: 'Choose a PNG, SVG, JPEG or WebP file. An SVG must not contain scripts or links to other files.',
  },
  too_many_pixels: {
    status: 422,
    title: 'This photo is too large',
    detail: 'This photo has more than 40 megapixels. Make it smaller, then upload it again.',
  },
  photo_damaged: {
    status: 422,
    title: 'This photo cannot be read',
    detail: 'The file is damaged or incomplete. Choose another photo, or save this one again first.',
  },
});

export const uploadReply = z.object({
  id,
  /** The URL of the largest size as JPEG, which every browser supports; stored in records. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** Smallest first, as WebP; .avif and .jpg are available at the same URLs. */
  sizes: z.array(z.object({ width: z.int(), url: z.string() })),
});

export const uploadPicture = defineCall({
  method: 'POST',
  path: '/uploads',
  ...openTo(policy.addUpload),
  summary: 'Uploads a photo: it is re-encoded in several sizes, without metadata',
  body: z.strictObject({ file: sentFile('Choose a photo.') }),
  takesFile: LARGEST_FILE,
  reply: uploadReply,
  status: 201,
  errors: pick(errors, 'too_large', 'not_a_photo', 'too_many_pixels', 'photo_damaged'),
});

/** A logo as SVG has a few kB; as a picture of print quality at most 2 MB. */
export const LARGEST_LOGO = 2_000_000;

export const uploadLogo = defineCall({
  method: 'POST',
  path: '/uploads/logo',
  ...openTo(policy.addLogo),
  summary: 'Uploads a logo: PNG, SVG, JPEG or WebP, stored as one PNG of at most 640 × 512 px',
  body: z.strictObject({ file: sentFile('Choose a file.') }),
  takesFile: LARGEST_LOGO,
  reply: z.object({ id, url: z.string(), width: z.int(), height: z.int() }),
  status: 201,
  errors: pick(errors, 'too_large', 'not_a_logo', 'too_many_pixels', 'photo_damaged'),
});
