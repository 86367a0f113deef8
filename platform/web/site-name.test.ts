// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { documentTitle, showSiteName } from './site-name.ts';

beforeEach(() => {
  document.head.innerHTML = '';
});

test('a title ends with the name in the head of the page, or that of the product', () => {
  expect(documentTitle('Bookings')).toBe('Bookings · Kemas');
  document.head.innerHTML = '<meta name="application-name" content="Tidy Homes">';
  expect(documentTitle('Bookings')).toBe('Bookings · Tidy Homes');
  expect(documentTitle('')).toBe('Tidy Homes');
});

test('the tab takes the name of the business once it is known', () => {
  document.title = documentTitle('Bookings');
  showSiteName('Tidy Homes');
  expect(document.title).toBe('Bookings · Tidy Homes');
  expect(documentTitle('Account')).toBe('Account · Tidy Homes');
  showSiteName('Neat Homes');
  expect(document.title).toBe('Bookings · Neat Homes');
});
