// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { CodeStep } from './code-step.tsx';

const NAME = 'Sandbox: fill in the code';
const verify = vi.fn(() => new Promise<void>(() => undefined));
let bodies: string[];

beforeEach(() => {
  bodies = ['We are on the way.', '123456 is your Sparkle code.', '111111 is your Sparkle code.'];
  vi.stubGlobal('fetch', async () =>
    Response.json({
      items: bodies.map((body, index) => ({
        id: `${index}`,
        channel: 'sms',
        to: '6591234567',
        body,
        sentAt: '',
      })),
    }),
  );
});
afterEach(() => {
  cleanup();
  verify.mockClear();
  delete document.body.dataset.sandbox;
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CodeStep
        mobile="6591234567"
        resendIn={30}
        request={async () => ({ resendIn: 30 })}
        verify={verify}
        onChangeNumber={() => undefined}
      />
    </QueryClientProvider>,
  );

test('in the sandbox the newest code is filled in by one press, and sent once even if it is pressed twice', async () => {
  document.body.dataset.sandbox = '';
  open();
  const button = await screen.findByRole('button', { name: NAME });
  await act(async () => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  expect(await screen.findByDisplayValue('123456')).toBeTruthy();
  await act(async () => void fireEvent.click(button));
  expect(verify).toHaveBeenCalledExactlyOnceWith('123456', expect.anything());
});

test('outside the sandbox the code has to be typed', async () => {
  open();
  await act(async () => undefined);
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});
