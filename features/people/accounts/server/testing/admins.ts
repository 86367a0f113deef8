import { Secret, TOTP } from 'otpauth';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import type { As, TestApp } from '#platform/testing/test-app.ts';
import { beginTotp, confirmTotp } from '../../contract/totp.ts';
import { createAdmin } from '../create-admin.ts';

export const PASSWORD = 'kopi-o kosong satu';

export interface TestAdmin {
  readonly id: string;
  readonly identity: string;
  readonly email: string;
}

/** An admin with PASSWORD. */
export async function addAdmin(app: TestApp, identity: string): Promise<TestAdmin> {
  const email = `${identity}@kemas.example`;
  const made = await createAdmin(app.context(), {
    identity,
    password: PASSWORD,
    fullname: identity,
    email,
    officeRole: 'owner',
  });
  if (isRefusal(made)) throw new Error(made.refusal);
  return { id: made.id, identity, email };
}

/** The code of the authenticator app, now or `away` seconds from now. */
export function codeOf(app: TestApp, secret: string, away = 0): string {
  const timestamp = app.clock.now().epochMilliseconds + away * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export interface Enrolled {
  readonly as: As;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Turns two-factor authentication on, then advances the clock so that no code of the current step is used.
 */
export async function enrol(app: TestApp, admin: TestAdmin): Promise<Enrolled> {
  const as = await signedIn(app, 'admin', admin.id);
  const { secret } = (await app.call(beginTotp, { body: { currentPassword: PASSWORD } }, as)).body;
  const { body } = await app.call(confirmTotp, { body: { otp: codeOf(app, secret) } }, as);
  app.clock.advance({ minutes: 2 });
  return { as, secret, recoveryCodes: body.recoveryCodes };
}
