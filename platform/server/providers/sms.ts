/** Text messages. What was sent is tried again by the outbox where the gateway did not take it. */
export interface SmsProvider {
  /** Throws when the gateway did not take it. */
  send(message: SmsMessage): Promise<void>;
  /** Reads what the gateway tells of a message; null: it was not signed by the gateway. Absent where it tells nothing. */
  readonly readReport?: (request: ReportRequest) => Promise<DeliveryReport | null>;
}

export interface SmsMessage {
  /** The outbox's id for it: the same message never leaves twice where the gateway can tell. */
  readonly id: string;
  /** 65XXXXXXXX. */
  readonly to: string;
  readonly body: string;
}

/** A request that claims to come from the gateway. */
export interface ReportRequest {
  /** As the gateway was told it, query included: the signature is over it. */
  readonly url: string;
  readonly body: Buffer;
  readonly signature: string;
}

export interface DeliveryReport {
  readonly news: DeliveryNews;
  /** Why it did not arrive, in words for the office; empty otherwise. */
  readonly reason: string;
}

/** `taken`: the gateway has it, and it is under way. `none`: nothing that a state says. */
export type DeliveryNews = 'taken' | 'delivered' | 'failed' | 'none';
