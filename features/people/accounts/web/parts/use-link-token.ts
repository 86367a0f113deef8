import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token in the fragment of an e-mailed link. Removed from the address at once, so that it does not stay
 * in the browser history or on screenshots. Empty if there is none.
 */
export function useLinkToken(): string {
  const { hash } = useLocation();
  const [token, setToken] = useState(hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setToken(hash.slice(1));
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [hash]);
  return token;
}
