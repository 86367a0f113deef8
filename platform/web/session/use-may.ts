import { type Actor, anyone } from '../../kernel/actor.ts';
import { type Action, ownIDFor, reachOf } from '../../kernel/policy.ts';
import type { Callable } from '../api/callable.ts';
import { useSession } from './session.ts';
import type { Session } from './session-fields.ts';

/** The person's own id if an action is permitted for their own resources, otherwise null; by the server's policy. */
export function useOwnID(action: Action): string | null {
  return ownIDOf(useSession(), action);
}

/** The same outside React. */
export function ownIDOf(session: Session, action: Action): string | null {
  return ownIDFor(actorOf(session), action);
}

/** Whether the person has a permission at all: for controls of the office. */
export function useMay(action: Action): boolean {
  return usePermissions()(action);
}

/** The same for several permissions. */
export function usePermissions(): (action: Action) => boolean {
  const actor = actorOf(useSession());
  return (action) => reachOf(actor, action) !== null;
}

/** Whether the person may call a route; true if the route is not known. */
export function useMayCall(call: Callable | undefined): boolean {
  const may = usePermissions();
  return call?.action === undefined || may(call.action);
}

function actorOf({ type, id, officeRole }: Session): Actor {
  if (type === null || id === null) return anyone;
  return { role: type, id, sessionID: '', ...(officeRole && { officeRole }) };
}
