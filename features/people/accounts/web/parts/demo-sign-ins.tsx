import { lazy, Suspense } from 'react';
import { useHydrated } from '#platform/web/use-hydrated.ts';

const DemoButtons = lazy(() => import('./demo-buttons.tsx'));

/** In a public demo, the three people as whom a visitor can sign in; otherwise nothing. */
export function DemoSignIns() {
  // The server renders the page without them.
  const startsAfreshAt = useHydrated() ? document.body.dataset.publicDemo : undefined;
  if (startsAfreshAt === undefined) return null;
  return (
    <Suspense>
      <DemoButtons startsAfreshAt={startsAfreshAt} />
    </Suspense>
  );
}
