// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { documentTitle, setSiteName } from './site-name.ts';

beforeEach(() => {
  document.head.innerHTML = '';
});

test('a title ends with the name in the head of the page, or that of the product', () => {
  expect(documentTitle('Bookings')).toBe('Bookings · Kemas');
  document.head.innerHTML = '<meta name="application-name" content="Tidy Homes">';
  expect(documentTitle('Bookings')).toBe('Bookings · Tidy Homes');
  expect(documentTitle('')).toBe('Tidy Homes');
});

test('a name that arrives later replaces the old one in the current title', () => {
  document.title = documentTitle('Bookings');
  setSiteName('Tidy Homes');
  expect(document.title).toBe('Bookings · Tidy Homes');
  setSiteName('Tidier Homes');
  expect(document.title).toBe('Bookings · Tidier Homes');
});
