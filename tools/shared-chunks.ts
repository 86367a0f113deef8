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

const FLOW = 'features/booking/web/public/flow';
/** What a payment needs of the contracts, and with it nearly all of the office. */
const CONTRACTS = ['booking', 'checkout', 'credits', 'customers', 'jobs', 'promo-codes', 'schedule'];

/** Lightest first: a module belongs to the first of these that needs it. */
const SEEDS: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ['site', ['features/site/web/public/home-page.tsx', 'apps/web/shells/public-shell.tsx'].map(file)],
  ['queries', [file('apps/web/with-queries.tsx')]],
  ['forms', [file('features/customers/web/public/signup-page.tsx')]],
  ['zod', [file('node_modules/zod/index.js')]],
  ['booking', [file(`${FLOW}/booking-page.tsx`)]],
  ['time', [file(`${FLOW}/time-step.tsx`)]],
  ['steps', ['dates/dates-step', 'address-step', 'details-step'].map((step) => file(`${FLOW}/${step}.tsx`))],
  ['contracts', CONTRACTS.map((feature) => file(`features/${feature}/contract.ts`))],
  ['pay', ['sign-in-step', 'pay/pay-step'].map((step) => file(`${FLOW}/${step}.tsx`))],
];
/** Rules, which the office and the cleaners need too, apart from the screens of a booking. */
const RULES = /[\\/](?:rules|kernel)[\\/]/;
const SCREENS = ['booking', 'time', 'steps', 'pay'];

interface SharedChunk {
  readonly name: string;
  /** Whose modules they are, where that is not its own name. */
  readonly seed?: string;
  readonly minShareCount?: number;
}

const CHUNKS: readonly SharedChunk[] = [
  ...['site', 'queries', 'forms', 'zod', 'rules', 'booking'].map((name) => ({ name })),
  // The rest of what the first step needs, shared or not: the groups after it would take it along.
  { name: 'first-step', seed: 'booking', minShareCount: 1 },
  ...['time', 'steps', 'contracts', 'pay'].map((name) => ({ name })),
];

/** The groups for the bundler's `codeSplitting`. A group takes what its modules import along: the lightest comes first. */
export function sharedChunks() {
  let reached: ReadonlyMap<string, string> | null = null;
  const chunkOf = (id: string, context: ChunkingContext) => {
    reached ??= reachedModules(context);
    const chunk = isAskedFor(id) ? '' : (reached.get(id) ?? '');
    return SCREENS.includes(chunk) && RULES.test(id) ? 'rules' : chunk;
  };
  const shared = CHUNKS.map(({ name: chunk, seed = chunk, minShareCount = 2 }, place) => ({
    name: (id: string, context: ChunkingContext) => (chunkOf(id, context) === seed ? chunk : null),
    debugName: chunk,
    minShareCount,
    priority: CHUNKS.length - place,
  }));
  return { groups: [{ name: 'base', tags: ['$initial' as const], priority: CHUNKS.length + 1 }, ...shared] };
}

/** Pages and steps, which are asked for by name, are files of their own. */
const isAskedFor = (id: string) => id.endsWith('.tsx') && SEEDS.some(([, modules]) => modules.includes(id));

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
