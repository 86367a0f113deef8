import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Bytes and SHA-256 of what has passed through. */
export interface Measured {
  readonly stream: Transform;
  result(): { readonly bytes: number; readonly sha256: string };
}

export function measured(onBytes: (bytes: number) => void = () => undefined): Measured {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
