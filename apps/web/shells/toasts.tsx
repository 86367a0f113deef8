import type { ReactNode } from 'react';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { frameTexts } from '../texts.ts';

/** Short messages with Undo, over the pages of an area. Not in the public frame, to keep its first load small. */
export function Toasts({ children }: { children: ReactNode }) {
  const { t } = useText(frameTexts);
  return (
    <ToastProvider texts={{ undo: t('undo'), close: t('close'), region: t('messages') }}>
      {children}
    </ToastProvider>
  );
}
