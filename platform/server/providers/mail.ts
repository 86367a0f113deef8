/** Sends one e-mail. Throws when the server did not take it; the outbox tries again. */
export interface MailProvider {
  send(message: MailMessage): Promise<void>;
}

export interface MailMessage {
  readonly id: string;
  readonly to: string;
  /** Who it seems to come from, if not who the server was opened with; the address stays. */
  readonly senderName?: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The same, drawn. */
  readonly html?: string;
  /** Where a mailbox's own button unsubscribes with one press (RFC 8058). */
  readonly unsubscribeUrl?: string;
}
