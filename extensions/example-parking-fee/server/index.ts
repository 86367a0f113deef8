import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { Feature } from '#platform/server/feature.ts';
import { handle } from '#platform/server/http/handle.ts';
import { type Fee, listFees, saveFee } from '../contract.ts';
import { feeFor } from '../rules/parking-fee.ts';

const tables = ({ db }: Pick<Context, 'db'>) => db.withTables<{ ext_parking_fee: Fee }>();

async function readFees(ctx: Context) {
  return { items: await tables(ctx).selectFrom('ext_parking_fee').selectAll().orderBy('sector').execute() };
}

function changeFee(ctx: Context, after: Fee) {
  return inTransaction(ctx, async (tx) => {
    const db = tables(tx);
    const row = db.deleteFrom('ext_parking_fee').where('sector', '=', after.sector).returning('cents');
    const before = (await row.executeTakeFirst()) ?? { cents: 0 };
    const add = db.insertInto('ext_parking_fee').values(after);
    const saved = add.onConflict((two) => two.column('sector').doUpdateSet({ cents: after.cents }));
    if (after.cents > 0) await saved.execute();
    const subject = { kind: 'setting', id: `parking-fee.${after.sector}` };
    await audit(tx, { action: 'parking-fee.updated', subject, before, after: { cents: after.cents } });
    return readFees(tx);
  });
}

export const feature: Feature = {
  name: 'parking-fee',
  routes: (api) => {
    handle(api, listFees, ({ ctx }) => readFees(ctx));
    handle(api, saveFee, ({ ctx, body }) => changeFee(ctx, body));
  },
  priceLines: {
    'parking-fee': async (ctx, { postal }) => {
      const amount = feeFor((await readFees(ctx)).items, postal);
      return amount === 0 ? null : { label: 'Parking 停车费', amount };
    },
  },
};
