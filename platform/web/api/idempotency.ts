import { ApiError } from './api-error.ts';

/**
 * Keeps one Idempotency-Key per intention. When the answer is lost (no signal, a server error) the same request goes
 * out again under the same key, so that nobody pays twice. Any definite answer, yes or no, or another input, ends it:
 * a card that was declined must be able to be tried again.
 */
export function createIdempotencyKeys(newKey: () => string) {
  let open: { readonly key: string; readonly input: string } | null = null;
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input) ?? '';
      if (open?.input !== text) open = { key: newKey(), input: text };
      return open.key;
    },
    async settle<Reply>(reply: Promise<Reply>): Promise<Reply> {
      try {
        const settled = await reply;
        open = null;
        return settled;
      } catch (error) {
        if (isDefinite(error)) open = null;
        throw error;
      }
    },
  };
}

function isDefinite(error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return refused && error.code !== 'in_progress';
}
