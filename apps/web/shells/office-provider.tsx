import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

/** The nonce that the server wrote into the page: the content security policy lets no other style tag through. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** What the office's components need around them. In the office's own chunk: no other area loads Mantine. */
export function OfficeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider getStyleNonce={styleNonce} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
