import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FacebookProof } from '#database/generated.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import { PROOF_KEPT, PROOF_LIFE } from '../rules/facebook.ts';

/** That somebody showed a Facebook account, and in which browser. Nobody else can go on with it. */
export type ProofRow = Selectable<FacebookProof>;

/** Who wants to go on: the browser, or a client without cookies by the token that it was given. */
export interface ProofHolder {
  readonly visitor: string | null;
  readonly linkToken?: string | undefined;
}

/** Writes down whom Facebook vouched for. Returns the token for a client without cookies. */
export async function saveProof(ctx: Context, facebookId: string, visitor: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('facebook_proof')
    .values({
      id: ctx.newId(),
      facebook_id: facebookId,
      visitor_mac: visitor === null ? null : macOf(ctx, `visitor|${visitor}`),
      token_mac: macOf(ctx, `token|${token}`),
      created_at: ctx.clock.now().toString(),
    })
    .execute();
  return token;
}

/** The newest proof of a Facebook account that this holder was given within ten minutes. */
export async function findFreshProof(
  ctx: Context,
  facebookId: string,
  holder: ProofHolder,
): Promise<ProofRow | null> {
  const rows = await ctx.db
    .selectFrom('facebook_proof')
    .selectAll()
    .where('facebook_id', '=', facebookId)
    .where('created_at', '>', ctx.clock.now().subtract(PROOF_LIFE).toString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.find((row) => isHeldBy(ctx, row, holder)) ?? null;
}

/** The proof of this id, if it is this holder's. */
export async function findHeldProof(ctx: Context, id: string, holder: ProofHolder): Promise<ProofRow | null> {
  const row = await ctx.db.selectFrom('facebook_proof').selectAll().where('id', '=', id).executeTakeFirst();
  return row !== undefined && isHeldBy(ctx, row, holder) ? row : null;
}

/** Uses a proof up: the Facebook account that it was of; null when it is used or gone. */
export async function takeProof(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.db
    .deleteFrom('facebook_proof')
    .where('id', '=', id)
    .returning('facebook_id')
    .executeTakeFirst();
  return row?.facebook_id ?? null;
}

/** Removes proofs that nobody can go on with any more. A sweep. */
export async function purgeProofs(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(PROOF_KEPT).toString();
  await ctx.db.deleteFrom('facebook_proof').where('created_at', '<', limit).execute();
}

function isHeldBy(ctx: Context, proof: ProofRow, { visitor, linkToken }: ProofHolder): boolean {
  if (visitor !== null && proof.visitor_mac !== null)
    return isSameSecret(proof.visitor_mac, macOf(ctx, `visitor|${visitor}`));
  return linkToken !== undefined && isSameSecret(proof.token_mac, macOf(ctx, `token|${linkToken}`));
}

function macOf(ctx: Context, message: string): string {
  return ctx.keys.mac('facebook-proof', message);
}
