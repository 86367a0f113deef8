/** Where the version is written, and how a release changes it. Pure. */

/** Files that name the version, besides package.json; the version is what the group matches. */
export const VERSIONED: Readonly<Record<string, RegExp>> = {
  'package.json': /^ {2}"version": "([^"]+)"/gm,
  // Of the root package, which is there twice.
  'package-lock.json': /"name": "kemas",\s+"version": "([^"]+)"/g,
  'compose.yaml': /image: \S+\/kemas\}:(\S+)/g,
  'ops/kubernetes/api.yaml': /image: \S+\/kemas:(\S+)/g,
  'ops/kubernetes/worker.yaml': /image: \S+\/kemas:(\S+)/g,
  'README.md': /kemas@(\d+\.\d+\.\d+)/g,
  'docs/deployment.md': /kemas[@-](\d+\.\d+\.\d+)/g,
};

/** compose.yaml, and what it mounts or reads: what a machine needs besides the image. */
export const COMPOSE_FILES = [
  'compose.yaml',
  '.env.example',
  'ops/caddy/Caddyfile',
  'tools/database/create-role.sh',
  'LICENSE',
];

/** The versions that a file names; empty if the pattern finds none. */
export function versionsIn(file: string, text: string): readonly string[] {
  const pattern = VERSIONED[file];
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(([, version = '']) => version);
}

/** The text with another version. */
export function withVersion(file: string, text: string, version: string): string {
  const pattern = VERSIONED[file];
  if (pattern === undefined) throw new Error(`${file} names no version.`);
  return text.replaceAll(
    pattern,
    (found, before: string) =>
      found.slice(0, found.lastIndexOf(before)) +
      version +
      found.slice(found.lastIndexOf(before) + before.length),
  );
}

const UNRELEASED = '## Unreleased';

/**
 * The changelog of a release: "Unreleased" becomes its heading, below a new, empty one. A version that already has its
 * heading and nothing unreleased above (the first one) only gets the date.
 * @param date `2026-11-29`
 * @throws a sentence if there is nothing to release
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const heading = `## ${version} (${date})`;
  const unreleased = sectionOf(text, UNRELEASED);
  const own = sectionOf(text, `## ${version}`);
  if (own !== null && unreleased !== null && unreleased.trim() !== '')
    throw new Error(`CHANGELOG.md has ${version} and unreleased changes: move them into it.`);
  if (own !== null) return text.replace(new RegExp(`^## ${RegExp.escape(version)}(?: .*)?$`, 'm'), heading);
  if (unreleased === null || unreleased.trim() === '')
    throw new Error('CHANGELOG.md has no unreleased changes. Write down what changes for people.');
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n${heading}`);
}

/** What the changelog says about a version. */
export function releaseNotes(text: string, version: string): string {
  const notes = sectionOf(text, `## ${version}`)?.trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return notes;
}

/** Without its heading; null if there is none. */
function sectionOf(text: string, heading: string): string | null {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (start === -1) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}

/** Why this version cannot be the next release; null if it can. */
export function versionProblem(version: string, current: string, isTagged: boolean): string | null {
  const [next, now] = [partsOf(version), partsOf(current)];
  if (next === null || now === null) return `${version} is no version like 0.2.0.`;
  if (isTagged) return `v${version} exists already.`;
  const order = next.map((part, i) => part - (now[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return order < 0 ? `${version} is older than ${current}.` : null;
}

function partsOf(version: string): readonly number[] | null {
  return /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : null;
}
