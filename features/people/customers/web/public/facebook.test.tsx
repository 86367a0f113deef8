// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { Component as SignUpPage } from './signup-page.tsx';
import { Component as VerifyPage } from './verify-otp-page.tsx';

const BUTTON = { name: 'Continue with Facebook' };
const rachel = { jwt: 'token', id: 'rachel', fullname: 'Rachel Ong', firstname: 'Rachel', type: 'customer' };
const step = {
  status: 200,
  idfb: '102',
  fullname: 'Rachel Ong',
  email: 'rachel@example.sg',
  linkToken: 'proof',
};
const problem = (status: number, code: string, more = {}) =>
  Response.json({ status, code, title: code, detail: `Detail of ${code}.`, ...more }, { status });

let asked: { path: string; body: unknown }[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  asked = [];
  answers = { '/api/customers/fb-config': () => Response.json({ appID: '178' }) };
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (body) asked.push({ path, body: JSON.parse(String(body)) });
    return answers[path]?.() ?? problem(404, 'not_found');
  });
});
afterEach(() => {
  cleanup();
  act(() => session.signOut());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.FB;
});

/** Mocks Facebook's script, which loads on the first click; `answer` is its window's result. */
function facebookAnswers(answer: object) {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    window.FB = {
      init: vi.fn(),
      login: (answered) => answered(answer),
    };
    setTimeout(() => (script as HTMLScriptElement).onload?.(new Event('load')), 0);
  });
}

function open(address = '/signin') {
  const router = createMemoryRouter(
    [
      { path: '/signin', Component: SignUpPage },
      { path: '/verifyotp', Component: VerifyPage },
      { path: '*', element: <h1>Arrived</h1> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => router.state.location.pathname;
}

const press = async () => {
  const button = await screen.findByRole('button', BUTTON);
  await act(async () => {
    fireEvent.click(button);
  });
};
const type = (label: string, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  });

const connected = { authResponse: { accessToken: 'EAA1', userID: '102', signedRequest: 'not ours' } };

test('there is no button if Facebook is not configured', async () => {
  answers['/api/customers/fb-config'] = () => Response.json({ appID: null });
  open();
  await act(async () => undefined);
  expect(screen.queryByRole('button', BUTTON)).toBeNull();
});

test('a linked account signs in, and the session records Facebook', async () => {
  facebookAnswers(connected);
  answers['/api/customers/fb-login'] = () => Response.json(rachel);
  const address = open('/signin?next=%2Fdashboard%2Fbookings');
  await press();
  await screen.findByText('Arrived');
  expect(address()).toBe('/dashboard/bookings');
  expect(asked).toEqual([{ path: '/api/customers/fb-login', body: { accessToken: 'EAA1', userID: '102' } }]);
  expect(session.getState()).toMatchObject({ type: 'customer', isFBlogged: true, isSignedIn: true });
});

test('an unlinked account continues with number, code and name', async () => {
  facebookAnswers(connected);
  answers['/api/customers/fb-login'] = () => Response.json(step);
  answers['/api/customers/signinfb'] = () => Response.json({ expiresIn: 300, resendIn: 30 });
  answers['/api/customers/verify'] = () => problem(404, 'not_registered', { registerToken: 'confirmed' });
  open();
  await press();
  await screen.findByText('Hi Rachel Ong. Confirm your number once. After that, Facebook signs you in.');
  expect(session.getState().isSignedIn).toBe(false);
  await type('Mobile number', '91234567');
  await act(async () => {
    fireEvent.submit(screen.getByLabelText('Mobile number').closest('form') ?? document.body);
  });
  expect(asked.at(-1)).toEqual({
    path: '/api/customers/signinfb',
    body: { mobile: '6591234567', idfb: '102' },
  });
  await type('6-digit code', '123456');
  await screen.findByText('Nice to meet you');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Rachel Ong');
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('rachel@example.sg');
  answers['/api/customers/register'] = () => Response.json(rachel, { status: 201 });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Create my account' }));
  });
  await screen.findByText('Arrived');
  expect(session.getState()).toMatchObject({ isSignedIn: true, isFBlogged: true });
});

test('the code that links an account signs in with Facebook', async () => {
  facebookAnswers(connected);
  answers['/api/customers/fb-login'] = () => Response.json(step);
  answers['/api/customers/signinfb'] = () => Response.json({ expiresIn: 300, resendIn: 30 });
  answers['/api/customers/verify'] = () => Response.json(rachel);
  open();
  await press();
  await screen.findByText(/^Hi Rachel Ong/);
  await type('Mobile number', '91234567');
  await act(async () => {
    fireEvent.submit(screen.getByLabelText('Mobile number').closest('form') ?? document.body);
  });
  await type('6-digit code', '123456');
  await screen.findByText('Arrived');
  expect(session.getState()).toMatchObject({ isSignedIn: true, isFBlogged: true });
});

test('an expired proof shows a message with a link back', async () => {
  facebookAnswers(connected);
  answers['/api/customers/fb-login'] = () => Response.json(step);
  answers['/api/customers/signinfb'] = () => problem(401, 'facebook_proof_needed');
  open();
  await press();
  await screen.findByText(/^Hi Rachel Ong/);
  await type('Mobile number', '91234567');
  await act(async () => {
    fireEvent.submit(screen.getByLabelText('Mobile number').closest('form') ?? document.body);
  });
  await screen.findByText('Your Facebook sign-in has timed out. Go back and continue with Facebook again.');
  expect(screen.getByRole('link', { name: 'Sign in another way' })).not.toBeNull();
});

test('closing the window signs nobody in and shows a message', async () => {
  facebookAnswers({ authResponse: null });
  open();
  await press();
  await screen.findByText('Facebook’s window was closed. Try again, or use your mobile number.');
  expect(asked).toEqual([]);
});

test('sign-in by number still works if the browser blocks Facebook', async () => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    setTimeout(() => (script as HTMLScriptElement).onerror?.('blocked'), 0);
  });
  open();
  await press();
  await screen.findByText(/^Facebook did not open\./);
  expect(screen.getByLabelText('Mobile number')).not.toBeNull();
});
