import { S3mini } from 's3mini';
import { hasNoAnswer, type MakeBreaker } from './breaker.ts';
import { checkedKey, type FileStore } from './files.ts';

export interface S3Options {
  /** The store's address without the bucket: `https://s3.ap-southeast-1.amazonaws.com` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly makeBreaker: MakeBreaker;
}

/** A picture has a few hundred kB: a request that takes longer is hanging. */
const LONGEST_MS = 10_000;
/** Each request can be repeated. */
const RETRIES = 1;

/** Files in an S3-compatible store that all processes share. The bucket does not need to be public. */
export function s3Files({ endpoint, bucket, makeBreaker, ...options }: S3Options): FileStore {
  const { run } = makeBreaker({
    provider: 'S3',
    timeoutMs: LONGEST_MS,
    retries: RETRIES,
    isDown: hasNoAnswer,
  });
  const s3 = new S3mini({
    ...options,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    requestAbortTimeout: LONGEST_MS,
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  });
  return {
    put: async (key, { bytes, type }) => {
      const name = checkedKey(key);
      await run(() => s3.putObject(name, Buffer.from(bytes), type));
    },
    get: async (key) => {
      const name = checkedKey(key);
      const bytes = await run(() => s3.getObjectArrayBuffer(name));
      return bytes === null ? null : new Uint8Array(bytes);
    },
    remove: async (key) => {
      const name = checkedKey(key);
      await run(() => s3.deleteObject(name));
    },
  };
}
