import { expect, it } from 'vitest';
import { newsFor } from './crew-news.ts';

const nine = { startsAt: '2026-11-26 09:00', endsAt: '2026-11-26 12:00', postal: '310145' };
const two = { ...nine, startsAt: '2026-11-26 14:00', endsAt: '2026-11-26 17:00' };

it.each([
  ['a visit that becomes theirs', null, nine, { news: 'new', visit: nine }],
  ['one that is theirs no more: the one they know of', nine, null, { news: 'released', visit: nine }],
  ['another time', nine, two, { news: 'moved', visit: two }],
  ['the time they know of', nine, { ...nine }, null],
  ['one that never was theirs', null, null, null],
])('%s', (_what, known, now, news) => {
  expect(newsFor(known, now)).toEqual(news);
});
