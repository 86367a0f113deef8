import type { FastifyReply } from 'fastify';
import { commonErrors, type ErrorMeaning, type ErrorTable } from '../../contract/errors.ts';
import type { Refusal } from '../../kernel/refusal.ts';

/** RFC 9457 problem document. Its own fields are followed by the refusal's extensions. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly [extension: string]: unknown;
}

/** The problem document of a refusal: the sentence from its table unless the refusal has its own. */
export function problemOf(refusal: Refusal, table: ErrorTable = {}): Problem {
  const meaning = meaningOf(refusal.refusal, table);
  return {
    type: `/api/docs#${refusal.refusal}`,
    title: meaning.title,
    status: meaning.status,
    detail: refusal.detail ?? meaning.detail,
    code: refusal.refusal,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...refusal.extensions,
  };
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const wait = problem.retryAfter;
  if (typeof wait === 'number') reply.header('retry-after', String(Math.max(1, Math.ceil(wait))));
  else if (problem.status === 503) reply.header('retry-after', '2');
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

function meaningOf(code: string, table: ErrorTable): ErrorMeaning {
  return table[code] ?? (commonErrors as ErrorTable)[code] ?? commonErrors.internal;
}
