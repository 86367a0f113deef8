/** A request that the fake refuses, as Stripe would. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
  /** Changes are kept although the reply is an error: a declined payment leaves its PaymentIntent. */
  readonly keepsWork: boolean;

  constructor(status: number, error: Readonly<Record<string, unknown>>, keepsWork = false) {
    super(String(error.message));
    this.status = status;
    this.error = error;
    this.keepsWork = keepsWork;
  }
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });
}

export function missing(kind: string, id: string, param: string): StripeRefusal {
  const error = { type: 'invalid_request_error', code: 'resource_missing', param };
  return new StripeRefusal(404, { ...error, message: `No such ${kind}: '${id}'` });
}
