/**
 * The gateway or mail server answered that it will never take this message: the number or mailbox does not exist, for
 * example. Sending it again changes nothing.
 */
export class MessageRefused extends Error {
  /** What the gateway answered with, for the office. */
  readonly code: string | number;
  constructor(code: string | number, cause?: unknown) {
    super(`The message was refused (${code}).`, { cause });
    this.code = code;
  }
}
