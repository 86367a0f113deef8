import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import 'mantine-datatable/styles.layer.css';
import '#platform/web/design/mantine.css';
import '#platform/web/design/table.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager, cssVariablesResolver, theme } from '#platform/web/design/mantine-theme.ts';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';

/** The office is in English for now. */
const TOAST_TEXTS = { undo: 'Undo', close: 'Close', region: 'Notifications' };

/** The nonce that the server wrote into the page: the content security policy allows no other style elements. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The providers of the office's components. In the office's own chunk: no other area loads Mantine. */
export function OfficeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ToastProvider texts={TOAST_TEXTS} shortcut inRail>
        {children}
      </ToastProvider>
    </MantineProvider>
  );
}
