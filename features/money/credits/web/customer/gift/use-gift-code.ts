import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetFragment, savedFragment } from '#platform/web/router/stored-fragment.ts';
import { codeInFragment } from '../../../rules/gift-code.ts';

/**
 * The code from the link in a gift's e-mail, also after signing in on the way. Removed from the address at
 * once, so that it does not stay in the browser history. '' if the link has none.
 */
export function useGiftCode(): string {
  const { pathname, search, hash } = useLocation();
  const [code, setCode] = useState(() => codeInFragment(hash || savedFragment(pathname)));
  useEffect(() => {
    forgetFragment();
    const next = codeInFragment(hash);
    if (next === '') return;
    setCode(next);
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [pathname, search, hash]);
  return code;
}
