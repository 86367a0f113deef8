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

/**
 * Whether an HTTP status refuses this message rather than this attempt. 401 and 403 are about our account, 408 and 429
 * about the moment.
 */
export function refusesMessage(status: unknown): status is number {
  return (
    typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
  );
}
