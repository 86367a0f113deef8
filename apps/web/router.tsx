import type { PatchRoutesOnNavigationFunction } from 'react-router';
import { RouteError } from './pages/route-error.tsx';
import type { Area } from './routes/route.ts';
import { lazyAreas } from './routes/table.ts';
import { areaRoute, ROOT } from './routes-of.tsx';

/** Replaces an area whose route table could not be loaded. */
function unreachable(root: string): Area {
  const load = async () => ({ Component: RouteError });
  return {
    shell: 'public',
    access: 'anyone',
    pages: [{ paths: [root, `${root}/*`], title: 'Kemas', plain: true, load }],
  };
}

/** Adds an area's pages to the router on the first navigation to it. */
export function discoverAreas(): PatchRoutesOnNavigationFunction {
  const known = new Set<string>();
  return async ({ path, patch }) => {
    const root = Object.keys(lazyAreas).find((start) => path === start || path.startsWith(`${start}/`));
    const load = root && lazyAreas[root];
    if (!load || known.has(root)) return;
    const area = await load().catch(() => unreachable(root));
    // Two navigations may have waited for the same table.
    if (known.has(root)) return;
    known.add(root);
    patch(ROOT, [areaRoute(area)]);
  };
}
