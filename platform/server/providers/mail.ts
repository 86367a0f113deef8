/** Sends one e-mail. Throws when the server did not accept it; the outbox retries. */
export interface MailProvider {
  send(message: MailMessage): Promise<void>;
  /** The sender, for the office; absent for a fake. */
  readonly sender?: string;
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
}

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  /** Text, or the bytes of a file. */
  readonly content: string | Uint8Array;
}

export interface MailMessage {
  readonly id: string;
  readonly to: string;
  /** Sender name, if it differs from the configured one; the address stays the same. */
  readonly senderName?: string;
  /** Reply address, if it is not the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The same as HTML. */
  readonly html?: string;
  readonly attachments?: readonly Attachment[];
  /** For the mailbox's one-click unsubscribe button (RFC 8058). */
  readonly unsubscribeUrl?: string;
}
