import type { ReactNode } from 'react';
import type { Action } from '../../kernel/policy.ts';
import { useMay } from './use-may.ts';

/** Shows its children to those who have a permission: `<May act={refund}>…</May>`. */
export function May({ act, children }: { readonly act: Action; readonly children: ReactNode }) {
  return useMay(act) ? children : null;
}
