import { type Actor, anyone } from '../../kernel/actor.ts';
import { type Action, ownIdFor } from '../../kernel/policy.ts';
import { useSession } from './session.ts';

/** The person's own id where an action is open to them for what is theirs, else null; by the policy the server asks. */
export function useOwnId(action: Action): string | null {
  return ownIdFor(useActor(), action);
}

function useActor(): Actor {
  const { type, id } = useSession();
  return type === null || id === null ? anyone : { role: type, id, sessionId: '' };
}
