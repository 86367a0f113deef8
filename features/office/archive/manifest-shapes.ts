import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `manifest.json`: what the archive contains. It has no time of export, so equal data gives an equal archive. */
export const manifestSchema = z.strictObject({
  format: z.number().int(),
  /** The last migration of the exporting Kemas: `0001-baseline.sql` */
  schema: z.string(),
  /** IANA zone of the business. Times in the files are in UTC. */
  businessZone: z.string(),
  /** Where number sequences stand: the last value, and whether it has been issued. */
  sequences: z.record(z.string(), z.strictObject({ value: z.string(), isIssued: z.boolean() })),
  files: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.number().int().nonnegative(),
      sha256,
      /** Of a CSV file, without its header. */
      rows: z.number().int().nonnegative().optional(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedFile = Manifest['files'][number];

export const MANIFEST = 'manifest.json';
export const recordsPath = (table: string) => `records/${table}.csv`;
/** ZIP files of pictures, numbered from 1. */
export const uploadsPath = (number: number) => `${UPLOADS}${String(number).padStart(5, '0')}.zip`;
export const UPLOADS = 'uploads/';
