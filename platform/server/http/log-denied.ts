import type { FastifyRequest } from 'fastify';
import type { CallDefinition } from '../../contract/call.ts';

/** Not signed in, or not proven; not allowed; too many tries. */
const DENIED = new Set([401, 403, 429]);

/** Logs a refusal of access or a limit, for the investigation of an attack. Never what was sent. */
export function logIfDenied(
  request: FastifyRequest,
  { method, path }: Pick<CallDefinition, 'method' | 'path'>,
  { status, code }: { readonly status: number; readonly code: string },
): void {
  if (DENIED.has(status))
    request.log.info({ code, call: `${method} ${path}`, ip: request.ip }, 'request denied');
}
