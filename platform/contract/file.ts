import { z } from 'zod';

/** The reply of a route with `produces`: a file, sent as an attachment. */
export const fileReply = z.object({
  /** Letters, digits, dots and dashes: `receipt-1234.pdf`. */
  filename: z.string().regex(/^[\w.-]+$/),
  bytes: z.instanceof(Uint8Array),
});
export type FileReply = z.output<typeof fileReply>;

/** The same for a file that is too large for memory: its parts in order, and their length in bytes. */
export const streamedFileReply = z.object({
  filename: fileReply.shape.filename,
  length: z.number().int().nonnegative(),
  parts: z.custom<AsyncIterable<Uint8Array>>(
    (parts) => typeof parts === 'object' && parts !== null && Symbol.asyncIterator in parts,
  ),
});
export type StreamedFileReply = z.output<typeof streamedFileReply>;

/** The file in the body of a route with `takesFile`: a Blob in the browser, bytes on the server. */
export const sentFile = (missing: string) =>
  z
    .custom<Blob | Uint8Array>((sent) => sent instanceof Uint8Array && sent.length > 0, { error: missing })
    .transform((bytes) => bytes as Uint8Array)
    .meta({ type: 'string', format: 'binary' });
