import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FacebookProof } from '#database/generated.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import { PROOF_KEPT, PROOF_LIFE } from '../rules/facebook.ts';

/** Records that a Facebook account was shown, and in which browser. Only that holder can continue. */
export type ProofRow = Selectable<FacebookProof>;

/** Who continues: the browser, or a client without cookies by its token. */
export interface ProofHolder {
  readonly visitor: string | null;
  readonly linkToken?: string | undefined;
}

/** Saves a proof. Returns the token for a client without cookies. */
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

/** This holder's newest proof of a Facebook account within ten minutes. */
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

/** The proof with this id, if it belongs to this holder. */
export async function findHeldProof(ctx: Context, id: string, holder: ProofHolder): Promise<ProofRow | null> {
  const row = await ctx.db.selectFrom('facebook_proof').selectAll().where('id', '=', id).executeTakeFirst();
  return row !== undefined && isHeldBy(ctx, row, holder) ? row : null;
}

/** Uses up a proof; returns its Facebook account, or null if it is used or deleted. */
export async function takeProof(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.db
    .deleteFrom('facebook_proof')
    .where('id', '=', id)
    .returning('facebook_id')
    .executeTakeFirst();
  return row?.facebook_id ?? null;
}

/** Cron job: deletes expired proofs. */
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
