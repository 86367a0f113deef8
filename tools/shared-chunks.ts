/**
 * How the web app's code is cut into files. By itself the bundler makes one for each set of pages that share some
 * modules: hundreds, most of them smaller than the request that fetches them. Here, what pages share goes together
 * by the lightest page that needs it.
 */
import { resolve } from 'node:path';

interface ModuleInfo {
  readonly importedIds: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

const root = resolve(import.meta.dirname, '..');
const file = (path: string) => resolve(root, path);

/** Lightest first: a module belongs to the first of these that needs it. */
const SEEDS: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ['site', ['features/site/web/public/home-page.tsx', 'apps/web/shells/public-shell.tsx'].map(file)],
  ['queries', [file('apps/web/with-queries.tsx')]],
  ['forms', [file('features/customers/web/public/signup-page.tsx')]],
  ['booking', [file('features/booking/web/public/flow/booking-page.tsx')]],
];
/** Contracts and rules, which the office and the cleaners need too, apart from the screens of a booking. */
const CONTRACTS = /[\\/](?:contract|rules|kernel)(?:[\\/]|\.ts)|-shapes\.ts$/;

/** The groups for the bundler's `codeSplitting`. A group takes what its modules import along: the lightest comes first. */
export function sharedChunks() {
  let reached: ReadonlyMap<string, string> | null = null;
  const chunkOf = (id: string, context: ChunkingContext) => {
    reached ??= reachedModules(context);
    const chunk = isSeed(id) ? null : reached.get(id);
    return chunk === 'booking' && CONTRACTS.test(id) ? 'contracts' : chunk;
  };
  const names = ['site', 'queries', 'forms', 'contracts', 'booking'];
  const shared = names.map((chunk, place) => ({
    name: (id: string, context: ChunkingContext) => (chunkOf(id, context) === chunk ? chunk : null),
    debugName: chunk,
    minShareCount: 2,
    priority: names.length - place,
  }));
  return { groups: [{ name: 'base', tags: ['$initial' as const], priority: names.length + 1 }, ...shared] };
}

const isSeed = (id: string) => SEEDS.some(([, modules]) => modules.includes(id));

/** Every module that a seed imports, at whatever depth, with the name of the first such seed. */
function reachedModules(context: ChunkingContext): Map<string, string> {
  const reached = new Map<string, string>();
  for (const [name, modules] of SEEDS) {
    const waiting = [...modules];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue;
      reached.set(id, name);
      waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return reached;
}
