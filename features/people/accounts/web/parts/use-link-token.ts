import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token of a mailed link, which is behind the #. It is taken out of the address at once, so that it stays in no
 * browser history and on no screenshot. Empty where the address has none.
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
