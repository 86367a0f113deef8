import { type Actor, anyone } from '../../kernel/actor.ts';
import { type Action, ownIdFor } from '../../kernel/policy.ts';
import { useSession } from './session.ts';
import type { Session } from './session-fields.ts';

/** The person's own id if an action is permitted for their own resources, otherwise null; by the server's policy. */
export function useOwnId(action: Action): string | null {
  return ownIdOf(useSession(), action);
}

/** The same outside React. */
export function ownIdOf({ type, id }: Session, action: Action): string | null {
  const actor: Actor = type === null || id === null ? anyone : { role: type, id, sessionId: '' };
  return ownIdFor(actor, action);
}
