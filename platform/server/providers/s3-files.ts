import { S3mini } from 's3mini';
import { checkedKey, type FileStore } from './files.ts';

export interface S3Options {
  /** The store's address without the bucket: `https://s3.ap-southeast-1.amazonaws.com` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A picture has a few hundred kB: a request that takes longer is hanging. */
const LONGEST_MS = 10_000;

/** Files in an S3-compatible store that all processes share. The bucket does not need to be public. */
export function s3Files({ endpoint, bucket, ...options }: S3Options): FileStore {
  const s3 = new S3mini({
    ...options,
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    requestAbortTimeout: LONGEST_MS,
  });
  return {
    put: async (key, { bytes, type }) => void (await s3.putObject(checkedKey(key), Buffer.from(bytes), type)),
    get: async (key) => {
      const bytes = await s3.getObjectArrayBuffer(checkedKey(key));
      return bytes === null ? null : new Uint8Array(bytes);
    },
    remove: async (key) => void (await s3.deleteObject(checkedKey(key))),
  };
}
