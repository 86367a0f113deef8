import type { ReactNode } from 'react';
import type { Callable } from '../api/callable.ts';
import { Notice } from '../design/parts/page.tsx';
import { t } from '../i18n/office.ts';
import { useMayCall } from '../session/use-may.ts';

export const READ_ONLY = t('You may see this, but not change it.');

interface EditableByProps {
  /** The route that the form calls. */
  readonly call: Callable;
  readonly children: ReactNode;
}

/** Disables a form, and says so, for those who may not call its route. */
export function EditableBy({ call, children }: EditableByProps) {
  if (useMayCall(call)) return children;
  return (
    <>
      <Notice>{READ_ONLY}</Notice>
      <fieldset disabled>{children}</fieldset>
    </>
  );
}
