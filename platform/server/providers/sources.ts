import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { MakeBreaker } from './breaker.ts';
import type { Providers } from './providers.ts';

export type ProviderKind = keyof Providers;

/**
 * One way to provide a kind of service. Ours are in apps/process/providers.ts; a package of its own exports one as
 * `provider`, and PROVIDERS names the package: docs/providers.md.
 */
export interface ProviderSource<K extends ProviderKind = ProviderKind> {
  readonly kind: K;
  /** As the log and error messages call it. */
  readonly name: string;
  /**
   * The provider, if the environment configures it; otherwise null, and the next source is asked.
   * @throws with a sentence for the operator when the configuration is incomplete
   */
  open(tools: ProviderTools): Promise<Providers[K] | null>;
}

export interface ProviderTools {
  /** Environment variables; empty ones count as unset. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Around all requests, so that a provider that does not respond is left alone for a while. */
  readonly makeBreaker: MakeBreaker;
  readonly log: Logger;
  /** Where an SMS provider may report the delivery of a message; the provider's `readReport` reads the request. */
  readonly reportsTo: (messageID: string) => string;
}

const KINDS: { readonly [K in ProviderKind]: true } = {
  sms: true,
  mail: true,
  payments: true,
  calendar: true,
  facebook: true,
  geocoding: true,
  files: true,
};

/**
 * Imports what PROVIDERS names: packages, or files relative to the working directory.
 * @throws with a sentence that names the entry that is no provider
 */
export async function importSources(names: readonly string[]): Promise<ProviderSource[]> {
  return Promise.all(
    names.map(async (name) => {
      const { provider } = await importNamed(name);
      if (!isSource(provider))
        throw new Error(`PROVIDERS: ${name} does not export a \`provider\` with kind, name and open.`);
      return provider;
    }),
  );
}

async function importNamed(name: string): Promise<{ readonly provider?: unknown }> {
  const isFile = /^[./]/.test(name);
  try {
    return await import(isFile ? pathToFileURL(path.resolve(name)).href : name);
  } catch (error) {
    throw new Error(`PROVIDERS: ${name} cannot be loaded: ${(error as Error).message}`, { cause: error });
  }
}

function isSource(value: unknown): value is ProviderSource {
  const { kind, name, open } = (value ?? {}) as Partial<Record<keyof ProviderSource, unknown>>;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(KINDS, kind) &&
    typeof name === 'string' &&
    typeof open === 'function'
  );
}

/** The names of the providers that are used, as their sources call them; without those of the sandbox. */
export type ProviderNames = Readonly<Partial<Record<ProviderKind, string>>>;

/** Opens the first source of a kind that is configured. */
export async function openFirst<K extends ProviderKind>(
  kind: K,
  sources: readonly ProviderSource[],
  tools: ProviderTools,
): Promise<{ readonly name: string; readonly provider: Providers[K] } | null> {
  for (const source of sources) {
    const provider = source.kind === kind ? await (source as ProviderSource<K>).open(tools) : null;
    if (provider !== null) return { name: source.name, provider };
  }
  return null;
}
