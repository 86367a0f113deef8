/** HTTP requests as from a script: no browser, no cookies. Typed by the contract. */
import type { CallDefinition, InputOf, ReplyOf } from '#platform/contract/call.ts';
import { ORIGIN } from './server.ts';

/** The reply of a sign-in, as stored by the browser. */
export interface Signed {
  readonly jwt: string;
  readonly id: string;
  readonly type: string;
}

interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Problem {
  readonly code?: string;
  readonly registerToken?: string;
}

/** A refused request, which fails the test. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor({ method, path }: CallDefinition, problem: Problem) {
    super(`${method} ${path} was refused: ${JSON.stringify(problem)}`);
    this.problem = problem;
  }
}

/** @throws Refused unless the request succeeds */
export async function call<C extends CallDefinition>(
  definition: C,
  input: InputOf<C>,
  as?: Signed,
): Promise<ReplyOf<C>> {
  const { params, query, body } = input as CallParts;
  const path = definition.path.replace(/:(\w+)/g, (_all, name: string) => params?.[name] ?? '');
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const reply = await fetch(`${ORIGIN}/api${path}?${search}`, {
    method: definition.method,
    headers: {
      ...(as && { authorization: `Bearer ${as.jwt}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await reply.json();
  if (!reply.ok) throw new Refused(definition, answer as Problem);
  return answer as ReplyOf<C>;
}
