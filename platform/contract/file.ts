import { z } from 'zod';

/** The reply of a call that says what it `produces`: a file, sent as an attachment under its name. */
export const fileReply = z.object({
  /** In letters, digits, dots and dashes: `receipt-1234.pdf`. */
  filename: z.string().regex(/^[\w.-]+$/),
  bytes: z.instanceof(Uint8Array),
});
export type FileReply = z.output<typeof fileReply>;
