import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetFragment, savedFragment } from '#platform/web/router/stored-fragment.ts';
import { codeInAddress } from '../../../rules/gift-code.ts';

/**
 * The code from the link in a gift's e-mail, also after signing in on the way. Removed from the address at
 * once, so that it does not stay in the browser history. '' if the link has none.
 */
export function useGiftCode(): string {
  const { pathname, search, hash } = useLocation();
  const [code, setCode] = useState(() => codeInAddress({ hash: hash || savedFragment(pathname), search }));
  useEffect(() => {
    forgetFragment();
    const next = codeInAddress({ hash, search });
    if (next === '') return;
    setCode(next);
    const others = new URLSearchParams(search);
    others.delete('code');
    const query = others.size === 0 ? '' : `?${others}`;
    window.history.replaceState(window.history.state, '', pathname + query);
  }, [pathname, search, hash]);
  return code;
}
