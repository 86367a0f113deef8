// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button, ButtonLink } from './button.tsx';
import { LinkAs, type LinkProps } from './link.tsx';

afterEach(cleanup);

it('explains why it is disabled, stays focusable, and does not submit its form', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" disabledReason="Pick a time first" onClick={onClick}>
        Keep 9:00 am
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Pick a time first' });
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('ignores presses while it is busy and shows what is happening', () => {
  const onClick = vi.fn();
  render(
    <Button busy="Paying" onClick={onClick}>
      Pay S$123.00
    </Button>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(onClick).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Paying');
});

it('routes internal links client-side, and leaves telephone numbers and external links alone', () => {
  const RouterLink = ({ href, children }: LinkProps) => (
    <a href={href} data-router="yes">
      {children}
    </a>
  );
  render(
    <LinkAs component={RouterLink}>
      <ButtonLink href="/regular/new">See times</ButtonLink>
      <ButtonLink href="tel:+6580000000">Call</ButtonLink>
      <ButtonLink href="//example.sg">Elsewhere</ButtonLink>
    </LinkAs>,
  );
  const byRouter = screen.getAllByRole('link').map((link) => link.dataset.router === 'yes');
  expect(byRouter).toEqual([true, false, false]);
});
