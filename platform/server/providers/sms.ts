/** SMS. The outbox retries messages that the gateway did not accept. */
export interface SmsProvider {
  /** Throws when the gateway did not accept it. */
  send(message: SmsMessage): Promise<void>;
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
  /** The registered sender id or number, for the office; absent for a fake. */
  readonly sender?: string;
  /** Reads a delivery report; null if it is not from the gateway. Absent if the gateway sends none. */
  readonly readReport?: (request: ReportRequest) => Promise<DeliveryReport | null>;
}

export interface SmsMessage {
  /** The outbox's id: a gateway that supports deduplication never sends the same message twice. */
  readonly id: string;
  /** 65XXXXXXXX */
  readonly to: string;
  readonly body: string;
}

/** A request that claims to come from the gateway. */
export interface ReportRequest {
  /** As registered with the gateway, including the query: a signature covers it. */
  readonly url: string;
  readonly body: Buffer;
  header(name: string): string | undefined;
}

export interface DeliveryReport {
  /** The message's id as the report repeats it; null if only the report's URL names it. */
  readonly messageID: string | null;
  readonly news: DeliveryNews;
  /** Why it was not delivered, in a sentence for the office; otherwise empty. */
  readonly reason: string;
}

/** `taken`: the gateway has accepted it and is sending it. `none`: nothing that affects the state. */
export type DeliveryNews = 'taken' | 'delivered' | 'failed' | 'none';
