/** Accepted picture types. Formats that script, animate or embed (SVG, GIF, PDF) are not among them. */
export type PictureKind = 'jpeg' | 'png' | 'webp';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Detects the type from the first bytes. The client's file name and content type are ignored. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const begins = (signature: readonly number[], at = 0) =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (begins([0xff, 0xd8, 0xff])) return 'jpeg';
  if (begins(PNG)) return 'png';
  if (begins([...Buffer.from('RIFF')]) && begins([...Buffer.from('WEBP')], 8)) return 'webp';
  return null;
}
