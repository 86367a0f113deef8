// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WithRating } from './with-rating.tsx';

afterEach(cleanup);

test('a rating is short on screen and a full sentence for screen readers', () => {
  const { container } = render(
    <WithRating rating={5} reviews={23}>
      Nur Aisyah
    </WithRating>,
  );
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe('★ 5.0 (23)');
  expect(container.querySelector('.k-hidden')?.textContent).toBe('rated 5.0 of 5, 23 reviews');
  expect(container.textContent).toMatch(/^Nur Aisyah, /);
});

test('shows only the name if there is no rating', () => {
  const { container } = render(
    <WithRating rating={null} reviews={0}>
      Nur Aisyah
    </WithRating>,
  );
  expect(container.innerHTML).toBe('Nur Aisyah');
});
