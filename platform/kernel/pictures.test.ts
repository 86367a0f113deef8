import { expect, it } from 'vitest';
import { pictureUrl, readPictureUrl, widthsOf } from './pictures.ts';

const id = '01900000-0000-7000-8000-000000000001';

it.each([
  [40, [40]],
  [96, [96]],
  [97, [96, 97]],
  [960, [96, 320, 960]],
  [1000, [96, 320, 960, 1000]],
  [1440, [96, 320, 960, 1440]],
  [1920, [96, 320, 960, 1440, 1920]],
])('a picture of %i px is kept in %j', (width, kept) => {
  expect(widthsOf(width)).toEqual(kept);
});

it('parses the URL that it writes', () => {
  const file = { id, width: 320, format: 'webp' } as const;
  expect(readPictureUrl(pictureUrl(file))).toEqual(file);
});

it.each([
  '',
  `/uploads/${id}/`,
  `/uploads/${id}/0.jpg`,
  `/uploads/${id}/320.svg`,
  `/uploads/${id}/320.jpg.html`,
  `/uploads/${id}/../../secret.jpg`,
  `/uploads/${id}%2f..%2fsession-secret`,
  '/uploads/../session-secret',
  `//elsewhere.test/uploads/${id}/320.jpg`,
  `https://elsewhere.test/uploads/${id}/320.jpg`,
  `/uploads/${id}/320.jpg\n`,
])('rejects any other URL: %j', (url) => {
  expect(readPictureUrl(url)).toBeNull();
});
