/**
 * PostgreSQL refuses to run as root: chooses the account it runs as instead, and checks what that account can reach.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

export interface Account {
  uid: number;
  gid: number;
}

/** Tried in this order; `nobody` exists everywhere. No account is ever created. */
const ACCOUNTS = ['postgres', 'nobody'];

/**
 * The account that the server runs as: the owner of an existing cluster, otherwise the first known one. `undefined`
 * when we are not root: the server then runs as we do.
 * @throws when root finds no account to drop to
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ACCOUNTS) {
    const account = lookUp(name);
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the accounts ${ACCOUNTS.join(', ')} exists here. ` +
      'Create one of them, start as an ordinary user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether the account can run this program: it needs access to every parent directory. */
export function accountReaches(account: Account, program: string): boolean {
  const tried = spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' });
  return tried.status === 0;
}
