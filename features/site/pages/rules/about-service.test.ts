import { describe, expect, it } from 'vitest';
import { aboutService, sharedText, suppliesOf, textsOf } from './about-service.ts';

const visit = (suppliesIncluded: boolean, suppliesCost: number, category = 'HDB 3-room') => ({
  type: 'one-time',
  category,
  label: 'Visit',
  pricingType: 'hourly' as const,
  pricePerHour: 3000,
  hoursPerCleaner: 3,
  numCleaners: 1,
  price: 9000,
  credits: 0,
  suppliesIncluded,
  suppliesCost,
});

describe('supplies', () => {
  it.each([
    ['nothing on sale', [], { kind: 'yours' }],
    ['all packages include them', [visit(true, 1500), visit(true, 0)], { kind: 'included' }],
    [
      'all offer them at the same price',
      [visit(false, 1500), visit(false, 1500)],
      { kind: 'extra', price: 1500 },
    ],
    ['they offer them at two prices', [visit(false, 1500), visit(false, 2000)], { kind: 'yours' }],
    ['some include them', [visit(true, 1500), visit(false, 1500)], { kind: 'yours' }],
    ['none mentions them', [visit(false, 0)], { kind: 'yours' }],
    [
      'credit packages do not count',
      [visit(true, 0, 'credit'), visit(false, 1500)],
      { kind: 'extra', price: 1500 },
    ],
  ])('%s', (_name, sold, expected) => {
    expect(suppliesOf(sold, 'one-time')).toEqual(expected);
  });
});

it('separates texts about one service from those about all services', () => {
  const items = [{ service: '' }, { service: 'regular' }, { service: 'spring-cleaning' }];
  expect(aboutService(items, 'regular')).toEqual([{ service: 'regular' }]);
  expect(aboutService(items, '')).toEqual([{ service: '' }]);
});

describe('the descriptions of packages', () => {
  const saying = (...texts: readonly string[]) =>
    texts.map((description) => ({ ...visit(false, 0), description }));
  const read = ({ description }: { readonly description: string }) => description;

  it.each([
    ['the same', ['Top to bottom', 'Top to bottom'], ['Top to bottom'], 'Top to bottom'],
    ['different things', ['Top to bottom', 'Empty home'], ['Top to bottom', 'Empty home'], ''],
    ['a description in only one', ['', 'Empty home'], ['Empty home'], ''],
    ['nothing', ['', ''], [], ''],
  ])('%s', (_name, texts, each, shared) => {
    expect(textsOf(saying(...texts), 'one-time', read)).toEqual(each);
    expect(sharedText(saying(...texts), 'one-time', read)).toBe(shared);
  });
});
