import { describe, expect, it } from 'vitest';
import { startTestApp } from '#platform/testing/test-app.ts';
import { findAreas, listRegions } from '../contract.ts';
import { areaOfPostal, closedDays, feature } from './index.ts';

const app = await startTestApp({ features: [feature] });

describe('areas', () => {
  it.each([
    ['018956', '01', '01'],
    ['310145', '12', '31'],
    ['507001', '17', '50'],
    ['819663', '17', '81'],
    ['821234', '19', '82'],
    ['730001', '25', '73'],
  ])('finds the district of %s', async (postal, district, sector) => {
    const { status, body } = await app.call(findAreas, { query: { postal } });
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ district, sector })]);
  });

  it('knows all 81 sectors and not 74, 00 and 83', async () => {
    const known = await Promise.all(
      Array.from({ length: 100 }, (_, sector) =>
        areaOfPostal(app.context(), `${String(sector).padStart(2, '0')}0000`),
      ),
    );
    expect(known.filter((area) => area !== null)).toHaveLength(81);
    for (const sector of [0, 74, 83]) expect(known[sector]).toBeNull();
  });

  it('returns an empty list for an unknown sector, and refuses an invalid postal code', async () => {
    expect((await app.call(findAreas, { query: { postal: '740001' } })).body).toEqual([]);
    expect((await app.call(findAreas, { query: { postal: '18956' } })).status).toBe(422);
    expect((await app.request({ method: 'GET', url: '/api/areas-postal' })).status).toBe(422);
  });
});

it('lists five regions that share the 28 districts', async () => {
  const { body } = await app.call(listRegions, {});
  expect(body.items.map((region) => region.name)).toEqual(['Central', 'East', 'North', 'North-East', 'West']);
  expect(body.items.flatMap((region) => region.districts).sort()).toEqual(
    Array.from({ length: 28 }, (_, district) => String(district + 1).padStart(2, '0')),
  );
});

it('names the areas of a region', async () => {
  const { body } = await app.call(listRegions, {});
  const east = body.items.find(({ name }) => name === 'East');
  expect(east?.areas[east.districts.indexOf('16')]).toBe('Bedok, Upper East Coast, Eastwood, Kew Drive');
});

it('lists the closed days of a period, excluding its end', async () => {
  const day = (text: string) => Temporal.PlainDate.from(text);
  expect([...(await closedDays(app.context(), day('2026-12-01'), day('2027-01-01')))]).toEqual([
    ['2026-12-25', 'Christmas Day'],
  ]);
  expect((await closedDays(app.context(), day('2026-12-25'), day('2027-01-02'))).size).toBe(2);
});
