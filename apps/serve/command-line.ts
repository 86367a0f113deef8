/** The name of a program in the npm package, as `kemas <name>`, and in a clone, as `npm run <name>`. */
export type CommandName =
  | 'start'
  | 'doctor'
  | 'backup'
  | 'restore'
  | 'export'
  | 'import'
  | 'upgrade'
  | 'verify';

/** Built to JavaScript: Node.js does not run TypeScript in node_modules. */
const IS_PACKAGE = !import.meta.filename.endsWith('.ts');

/** What a person types here to run a program: `kemas backup /backups/today` or `npm run backup -- /backups/today`. */
export function commandLine(name: CommandName, options = ''): string {
  if (IS_PACKAGE) return ['kemas', name, options].filter((part) => part !== '').join(' ');
  const scripts = { start: 'npm start', verify: 'npm run verify:ledger' };
  const script = name === 'start' || name === 'verify' ? scripts[name] : `npm run ${name}`;
  return options === '' ? script : `${script} -- ${options}`;
}

/** Where the options of the commands are listed. */
export const OPTIONS_ARE_IN = IS_PACKAGE
  ? '`kemas help` lists the commands and their options.'
  : 'The comment at the top of its file in apps/serve has the options.';
