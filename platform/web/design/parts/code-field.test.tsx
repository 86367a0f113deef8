// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

afterEach(cleanup);

function Form({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return <CodeField label="Code we texted you" value={code} onChange={setCode} onComplete={onComplete} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Code we texted you');

it('extracts the digits from a pasted message and reports the complete code', () => {
  const onComplete = vi.fn();
  render(<Form onComplete={onComplete} />);
  fireEvent.paste(field(), { clipboardData: { getData: () => 'Your Kemas code is 482 913.' } });
  expect(field().value).toBe('482913');
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('482913');
});

it('lets the phone autofill the code from the SMS', () => {
  render(<Form onComplete={() => undefined} />);
  expect(field().getAttribute('autocomplete')).toBe('one-time-code');
  expect(field().getAttribute('inputmode')).toBe('numeric');
});

it('drops letters and everything after the sixth digit', () => {
  render(<Form onComplete={() => undefined} />);
  fireEvent.change(field(), { target: { value: '12a34567' } });
  expect(field().value).toBe('123456');
});

it('announces its error', () => {
  render(
    <CodeField
      label="Code"
      value=""
      onChange={() => undefined}
      error="That code is old. Ask for a new one."
    />,
  );
  const input = screen.getByLabelText('Code');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const message = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(message?.textContent).toBe('That code is old. Ask for a new one.');
  expect(message?.getAttribute('aria-live')).toBe('polite');
});
