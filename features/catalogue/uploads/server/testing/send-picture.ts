import sharp from 'sharp';
import type { As, Reply, TestApp } from '#platform/testing/test-app.ts';

/** A photo of a single colour. */
export function photo(width = 400, height = 300): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c63' } })
    .jpeg()
    .toBuffer();
}

interface SentPicture {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
  readonly path?: '/uploads' | '/uploads/logo';
}

/** Sends a multipart form with one file, as a browser does. */
export function sendPicture(app: TestApp, sent: SentPicture, as: As = {}): Promise<Reply<unknown>> {
  const { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'file', path = '/uploads' } = sent;
  const boundary = 'a-boundary-of-this-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return app.request({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(as.jwt === undefined ? {} : { authorization: `Bearer ${as.jwt}` }),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
