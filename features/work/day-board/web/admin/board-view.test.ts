import { expect, test } from 'vitest';
import { type BoardView, readView, writeView } from './board-view.ts';

const PLAIN: BoardView = {
  region: '',
  words: '',
  sort: 'name',
  isGrouped: false,
  onlyFree: false,
  zoom: 'fit',
};

test.each<[string, BoardView]>([
  ['', PLAIN],
  [
    '?sort=free&group=region&free=1&zoom=wide',
    { ...PLAIN, sort: 'free', isGrouped: true, onlyFree: true, zoom: 'wide' },
  ],
  ['?region=East&q=Mei', { ...PLAIN, region: 'East', words: 'Mei' }],
  ['?sort=height&zoom=9&free=yes', PLAIN],
])('the address %s shows the board like that, and is written again', (address, view) => {
  expect(readView(new URLSearchParams(address))).toEqual(view);
  const written = Object.entries(writeView(view)).filter(([, value]) => value !== '');
  expect(readView(new URLSearchParams(written))).toEqual(view);
});

test('only changed options are written, and those of the plain view are removed', () => {
  expect(writeView({ sort: 'name', zoom: 'widest' })).toEqual({ sort: '', zoom: 'widest' });
});
