import { Navigate, useLocation } from 'react-router';

/** /admin/settings/holidays: on the page of the opening hours. */
export function Component() {
  const { search } = useLocation();
  return <Navigate to={`/admin/settings${search}`} replace />;
}
