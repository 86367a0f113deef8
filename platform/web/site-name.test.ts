// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { documentTitle } from './site-name.ts';

beforeEach(() => {
  document.head.innerHTML = '';
});

test('a title ends with the name in the head of the page, or that of the product', () => {
  expect(documentTitle('Bookings')).toBe('Bookings · Kemas');
  document.head.innerHTML = '<meta name="application-name" content="Tidy Homes">';
  expect(documentTitle('Bookings')).toBe('Bookings · Tidy Homes');
  expect(documentTitle('')).toBe('Tidy Homes');
});
