import { expect, it } from 'vitest';
import { checkPictureLibrary } from './encode-picture.ts';

it('passes when sharp can be loaded', async () => {
  await expect(checkPictureLibrary()).resolves.toBeUndefined();
});

it('explains what to do when the native library is missing', async () => {
  const load = () => Promise.reject(new Error('Could not load the "sharp" module'));
  await expect(checkPictureLibrary(load)).rejects.toThrow(/photos could not be uploaded.*npm ci/);
});
