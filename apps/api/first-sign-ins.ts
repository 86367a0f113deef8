import { demoSignIns } from '#apps/demo/sign-ins.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#features/people/accounts/server/index.ts';
import { type Config, usesSandbox } from '#platform/server/config.ts';
import type { Services } from '#platform/server/context.ts';

/**
 * Creates the first admin, and the demo business if it is wanted, in an empty database. Safe to call from several
 * processes.
 * @returns sign-in instructions for the terminal, the only place where a generated password is shown
 */
export async function firstSignIns(services: Services): Promise<readonly string[]> {
  const { config, db, databaseUrl } = services;
  // Before the demo, which adds admins of its own: after it there would be no first admin to create.
  if (config.ADMIN_PASSWORD !== undefined) await ensureFirstAdmin(services);
  if (wantsDemo(config)) {
    const { seedDemo } = await import('#apps/demo/seed-demo.ts'); // not needed for a real business
    await seedDemo(services, databaseUrl);
  }
  const firstAdmin = config.ADMIN_PASSWORD === undefined ? await ensureFirstAdmin(services) : null;
  return [...(await demoSignIns(db)), ...signInsOf(firstAdmin)];
}

/** Only into the embedded database, and never together with real cards and phones. */
function wantsDemo(config: Config): boolean {
  return config.DEMO && config.DATABASE_URL === undefined && usesSandbox(config);
}

function signInsOf(firstAdmin: FirstAdmin | null): string[] {
  if (firstAdmin === null) return [];
  return [`Office: /admin/signin, ${firstAdmin.identity}, password ${firstAdmin.password} (shown only once)`];
}
