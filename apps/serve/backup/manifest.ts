import { z } from 'zod';

export const MANIFEST = 'manifest.json';

/** What a backup is made of. Paths are below its folder. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** `copy`: the files of the bundled PostgreSQL, with the WAL they need; `dump`: `pg_dump --format=directory`. */
  database: z.enum(['copy', 'dump']),
  /** Of PostgreSQL: `18`. */
  major: z.string(),
  /** The last migration. */
  schema: z.string(),
  /** False if uploads are in an S3 store, which has copies of its own. */
  hasUploads: z.boolean(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;
export type BackedUpFile = Manifest['files'][number];
