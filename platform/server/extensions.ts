import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature } from './feature.ts';

/* Extensions are the folders of extensions/ that have a server/index.ts; examples wait for a copy: docs/extensions.md. */

const EXTENSIONS = path.resolve(import.meta.dirname, '../../extensions');
const EXAMPLE = /^example-/;

/** The names of the extensions, in their order. */
export function extensionNames(folder = EXTENSIONS): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !EXAMPLE.test(name) && existsSync(path.join(folder, name, 'server/index.ts')))
    .toSorted();
}

/**
 * What the extensions offer, to be composed after our own features.
 * @throws when one of them has no feature with its own name
 */
export async function loadExtensions(folder = EXTENSIONS): Promise<Feature[]> {
  return Promise.all(
    extensionNames(folder).map(async (name) => {
      const file = path.join(folder, name, 'server/index.ts');
      const { feature } = (await import(pathToFileURL(file).href)) as { readonly feature?: Feature };
      if (feature?.name !== name)
        throw new Error(`extensions/${name}/server/index.ts has to export a feature with the name ${name}.`);
      return feature;
    }),
  );
}

/** The folders with migrations of extensions, by their names. */
export function extensionMigrations(folder = EXTENSIONS): Map<string, URL> {
  const folders = extensionNames(folder).map(
    (name) => [name, path.join(folder, name, 'migrations')] as const,
  );
  return new Map(
    folders.filter(([, at]) => existsSync(at)).map(([name, at]) => [name, pathToFileURL(`${at}/`)]),
  );
}
