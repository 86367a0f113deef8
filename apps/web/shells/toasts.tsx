import type { ReactNode } from 'react';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { useFrameText } from '../text.ts';

/** Short messages with Undo, over the pages of an area. Not in the public frame, to keep its first load small. */
export function Toasts({ children }: { children: ReactNode }) {
  const { t } = useFrameText();
  return (
    <ToastProvider texts={{ undo: t('undo'), close: t('close'), region: t('messages') }}>
      {children}
    </ToastProvider>
  );
}
