import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { useSyncExternalStore } from 'react';
import { useColourScheme } from '#platform/web/design/colour-scheme.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { FrameWord, WordButton } from './frame.tsx';

const night = () => window.matchMedia('(prefers-color-scheme: dark)');

function followSystem(listener: () => void): () => void {
  const query = night();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The server does not know the system's scheme, so the style sheet shows the matching text. */
const unknownNight = () => false;

/** The other colour scheme, its icon, and the switch to it. */
export function useOtherScheme() {
  const [scheme, setScheme] = useColourScheme();
  const systemIsDark = useSyncExternalStore(followSystem, () => night().matches, unknownNight);
  const dark = scheme === 'dark' || (scheme === 'auto' && systemIsDark);
  const other = dark ? 'light' : 'dark';
  return { other, icon: dark ? IconSun : IconMoon, choose: () => setScheme(other) } as const;
}

/** Switches between light and dark. `both`: in English and Chinese. */
export function SchemeSwitch({ both = false }: { both?: boolean }) {
  const { other, icon, choose } = useOtherScheme();
  return (
    <WordButton onClick={choose}>
      <Icon of={icon} />
      <FrameWord name={other} both={both} />
    </WordButton>
  );
}
