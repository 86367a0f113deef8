/** Sends one text message. Throws when the gateway did not take it; the outbox tries again. */
export interface SmsProvider {
  send(message: SmsMessage): Promise<void>;
}

export interface SmsMessage {
  /** The outbox's id for it: the same message never leaves twice where the gateway can tell. */
  readonly id: string;
  /** 65XXXXXXXX. */
  readonly to: string;
  readonly body: string;
}
