// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { session } from '#platform/web/session/session.ts';
import { Component as SignUpPage } from './signup-page.tsx';
import { Component as VerifyPage } from './verify-otp-page.tsx';

type Asked = { path: string; body: unknown };
let asked: Asked[];
/** The server's replies by path. */
let answers: Record<string, () => Response>;

const rachel = { jwt: 'token', id: 'rachel', fullname: 'Rachel Ong', firstname: 'Rachel', type: 'customer' };
const problem = (status: number, code: string, more = {}) =>
  Response.json({ status, code, title: code, detail: `Detail of ${code}.`, ...more }, { status });

beforeEach(() => {
  vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
  asked = [];
  answers = { '/api/customers/signin': () => Response.json({ expiresIn: 300, resendIn: 30 }) };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.body) asked.push({ path, body: JSON.parse(String(init.body)) });
    return answers[path]?.() ?? problem(404, 'not_found');
  });
});
afterEach(() => {
  cleanup();
  act(() => session.signOut());
  language.set('en');
  vi.unstubAllGlobals();
});

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
  return () => router.state.location.pathname + router.state.location.search;
}

const type = (label: string, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.submit(screen.getByRole('button', { name }).closest('form') ?? document.body);
  });

async function sendMobile(mobile: string) {
  await type('Mobile number', mobile);
  await act(async () => {
    fireEvent.submit(screen.getByLabelText('Mobile number').closest('form') ?? document.body);
  });
}

test('the number gets the prefix 65 before it is sent', async () => {
  const address = open();
  await sendMobile('9123 4567');
  expect(asked).toEqual([{ path: '/api/customers/signin', body: { mobile: '6591234567' } }]);
  await screen.findByText('We texted a code to 9123 4567.');
  expect(address()).toBe('/verifyotp');
});

test('an empty form and an invalid number are not sent', async () => {
  open();
  await sendMobile('');
  expect(screen.getByText('Please fill up all fields!')).not.toBeNull();
  await sendMobile('6123 4567');
  expect(screen.getByText('Check the number: eight digits, starting with 8 or 9.')).not.toBeNull();
  expect(asked).toEqual([]);
});

test('the last digit submits the code and continues to the requested page', async () => {
  answers['/api/customers/verify'] = () => Response.json(rachel);
  const address = open('/signin?next=%2Fdashboard%2Fbookings%2F7');
  await sendMobile('91234567');
  await type('6-digit code', '123456');
  await screen.findByText('Arrived');
  expect(asked[1]).toEqual({
    path: '/api/customers/verify',
    body: { mobile: '6591234567', otp: '123456' },
  });
  expect(address()).toBe('/dashboard/bookings/7');
  expect(session.getState()).toMatchObject({ type: 'customer', isFBlogged: false, staySignedIn: false });
});

test('a wrong code shows an error and clears the digits', async () => {
  answers['/api/customers/verify'] = () => problem(401, 'otp_wrong');
  open();
  await sendMobile('91234567');
  await type('6-digit code', '123456');
  await screen.findByText('That is not the code we sent. Check the message and try again.');
  expect(screen.getByLabelText<HTMLInputElement>('6-digit code').value).toBe('');
  expect(session.getState().isSignedIn).toBe(false);
});

test('an empty code shows the same message as the server', async () => {
  open();
  await sendMobile('91234567');
  await press('Sign in');
  await screen.findByText('Please fill up all fields!');
  expect(asked).toHaveLength(1);
});

test('in Chinese, a missing number and a missing code are reported in Chinese', async () => {
  language.set('zh');
  open();
  await press('发验证码给我');
  expect(screen.getByText('请填写这一栏。')).not.toBeNull();
  await type('手机号码', '91234567');
  await press('发验证码给我');
  await screen.findByLabelText('六位验证码');
  await press('登录');
  await screen.findByText('请填写这一栏。');
});

test('a new number continues to registration, which signs in', async () => {
  answers['/api/customers/verify'] = () => problem(404, 'not_registered', { registerToken: 'proof' });
  answers['/api/customers/register'] = () => Response.json(rachel, { status: 201 });
  const address = open();
  await act(async () => screen.getByLabelText('Keep me signed in').click());
  await sendMobile('91234567');
  await type('6-digit code', '123456');
  await screen.findByText('Nice to meet you');
  await type('Salutation', 'Ms');
  await type('First name', 'Rachel');
  await type('E-mail', 'rachel@example.sg');
  for (const way of ['In my inbox', 'By SMS', 'By phone'])
    expect(screen.getByLabelText<HTMLInputElement>(way).checked).toBe(false);
  screen.getByLabelText('By SMS').click();
  await press('Create my account');
  await screen.findByText('Arrived');
  expect(asked.at(-1)).toEqual({
    path: '/api/customers/register',
    body: {
      mobile: '6591234567',
      salutation: 'Ms',
      firstname: 'Rachel',
      lastname: '',
      email: 'rachel@example.sg',
      registerToken: 'proof',
      consents: { email: false, sms: true, phone: false },
      staySignedIn: true,
    },
  });
  expect(address()).toBe('/dashboard');
});

test('opening the code page directly asks for the number first', async () => {
  open('/verifyotp');
  await sendMobile('91234567');
  await screen.findByText('We texted a code to 9123 4567.');
});

test('a signed-in user sees a notice', () => {
  session.signIn('customer', rachel);
  open();
  expect(screen.getByText('You are signed in as Rachel Ong.')).not.toBeNull();
});
