import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Component as CleanersList } from './cleaners-list.tsx';

/**
 * /admin: the overview; with a list's query parameters the cleaners list, whose root it also is. Decided once, so that
 * clearing the last filter does not leave the list.
 */
export function Component() {
  const { search } = useLocation();
  const [isList] = useState(search !== '');
  return isList ? <CleanersList /> : <Navigate to="/admin/overview" replace />;
}
