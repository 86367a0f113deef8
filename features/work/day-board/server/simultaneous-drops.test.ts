import { describe, expect, test } from 'vitest';
import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { startBusiness } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { changeVisit } from '#features/work/jobs/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { overlap } from '#platform/testing/overlap.ts';
import { feature } from './index.ts';

/* Two dispatchers see a visit at 9:00, and drop it at 13:00 and at 15:00 at the same time. */

const { app, world } = await startBusiness({ customers: 0, more: [feature] });
const at = (time: string) => `2026-12-01T${time}:00+08:00`;

async function dispatcher(fullname: string): Promise<Context> {
  const id = app.services.newID();
  const now = app.clock.now().toString();
  await app.services.db
    .insertInto('admin')
    .values({
      id,
      identity: fullname.toLowerCase(),
      fullname,
      email: `${fullname.toLowerCase()}@kemas.example`,
      officeRole: 'dispatcher',
      passwordHash: '',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return app.context({ role: 'admin', id, sessionID: '', officeRole: 'dispatcher' });
}

async function heldVisit(): Promise<string> {
  const { id, addressID } = await addCustomer(app.context());
  const cleaner1ID = await addCleaner(app.context());
  const named = { packageID: world.packageID, addressID, cleaner1ID, startTime: at('09:00') };
  const actor = { role: 'customer', id, sessionID: '' } as const;
  const held = await bookJob(app.context(actor), createJob.body.parse(named), id);
  const [visit] = isRefusal(held) ? [] : held;
  if (visit === undefined) throw new Error('Expected a held visit');
  return visit.id;
}

async function dropTwice({ sendsVersion }: { readonly sendsVersion: boolean }) {
  const id = await heldVisit();
  const [joanne, siti] = [await dispatcher(`Joanne${id}`), await dispatcher(`Siti${id}`)];
  const { version } = await findJob(id);
  const drop = (ctx: Context, time: string) =>
    changeVisit(ctx, id, { start: Temporal.Instant.from(at(time)), ...(sendsVersion && { version }) });
  const second = await overlap(
    app,
    (tx) => drop({ ...joanne, ...tx, actor: joanne.actor }, '13:00'),
    () => drop(siti, '15:00'),
  );
  return { second, first: `Joanne${id}`, startsAt: (await findJob(id)).startsAt };
}

function findJob(id: string) {
  return app.services.db
    .selectFrom('job')
    .select(['version', 'startsAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const isAt = (startsAt: string, time: string) => Date.parse(startsAt) === Date.parse(at(time));

describe('two drops of one visit at the same time', () => {
  test('the first one stays, and the second says who was faster', async () => {
    const { second, first, startsAt } = await dropTwice({ sendsVersion: true });
    expect(second).toMatchObject({
      refusal: 'visit_changed',
      detail: `${first} has just changed this visit. Nothing was saved. Check it, then try again.`,
    });
    expect(isAt(startsAt, '13:00')).toBe(true);
  });

  test('(control: without a version the last one wins, and nobody is told)', async () => {
    const { second, startsAt } = await dropTwice({ sendsVersion: false });
    expect(isRefusal(second)).toBe(false);
    expect(isAt(startsAt, '15:00')).toBe(true);
  });
});
