import { expect, it } from 'vitest';
import { pictureKind } from './picture-kind.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

it.each([
  ['a JPEG', bytes('\xff\xd8\xff\xe0\x00\x10JFIF'), 'jpeg'],
  ['a PNG', bytes('\x89PNG\r\n\x1a\n'), 'png'],
  ['a WebP', bytes('RIFF\x24\x00\x00\x00WEBPVP8 '), 'webp'],
  ['a GIF', bytes('GIF89a'), null],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['a page', bytes('<!doctype html><script>alert(1)</script>'), null],
  ['a HEIC', bytes('\x00\x00\x00\x18ftypheic'), null],
  ['an AVIF', bytes('\x00\x00\x00\x18ftypavif'), null],
  ['a PDF', bytes('%PDF-1.7'), null],
  ['a TIFF', bytes('II*\x00'), null],
  ['a sound in the same container as WebP', bytes('RIFF\x24\x00\x00\x00WAVEfmt '), null],
  ['half a signature', bytes('\x89PNG'), null],
  ['nothing', bytes(''), null],
])('%s is %s', (_what, sent, kind) => {
  expect(pictureKind(sent)).toBe(kind);
});
