import type Stripe from 'stripe';
import { type Breaker, BreakerOpen } from './breaker.ts';

type HttpClient = Stripe.HttpClient;
type HttpResponse = Stripe.HttpClientResponse;

/**
 * Stripe's HTTP client behind a circuit breaker. While it is open, Stripe's library gets the reply of an unavailable
 * Stripe, so that the outcome of a payment is unknown, as it is whenever Stripe does not respond.
 */
export function httpClientWith(breaker: Breaker, inner: HttpClient): HttpClient {
  return {
    getClientName: () => inner.getClientName(),
    makeRequest: async (...request) => {
      try {
        return await breaker.run(async () => answered(await inner.makeRequest(...request)));
      } catch (error) {
        if (error instanceof ServerError) return error.response;
        if (error instanceof BreakerOpen) return unavailable(error.message);
        throw error;
      }
    },
  };
}

/** Stripe's status codes of 500 and more: https://docs.stripe.com/api/errors */
class ServerError extends Error {
  readonly response: HttpResponse;
  constructor(response: HttpResponse) {
    super(`Stripe replied ${response.getStatusCode()}.`);
    this.response = response;
  }
}

function answered(response: HttpResponse): HttpResponse {
  if (response.getStatusCode() >= 500) throw new ServerError(response);
  return response;
}

/** The library does not retry it: `stripe-should-retry`. */
function unavailable(message: string): HttpResponse {
  return {
    getStatusCode: () => 503,
    getHeaders: () => ({ 'stripe-should-retry': 'false' }),
    getRawResponse: () => null,
    toStream: () => null,
    toJSON: async () => ({ error: { type: 'api_error', message } }),
  };
}
