import { Navigate } from 'react-router';
import { useSession } from '#platform/web/session/session.ts';

/** /admin/settings/account: the own account, whose address has the id. */
export function Component() {
  const { id } = useSession();
  return <Navigate to={`/admin/settings/${id ?? ''}/view`} replace />;
}
