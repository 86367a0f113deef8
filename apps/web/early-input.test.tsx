// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { takeEarlyInput } from './early-input.ts';

const heard: string[] = [];

function Form() {
  const [name, setName] = useState('');
  return (
    <form>
      <input aria-label="name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={() => heard.push(name)}>
        Send
      </button>
    </form>
  );
}

test('what was typed and pressed before the app listened is done once it does', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Form />);
  const name = place.querySelector('input');
  if (name) name.value = 'Mei';
  await act(async () => hydrateRoot(place, <Form />));
  place.querySelector('button')?.setAttribute('data-pressed', '');
  await act(async () => takeEarlyInput(place));
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(heard).toEqual(['Mei']);
  expect(name?.value).toBe('Mei');
  expect(place.querySelector('[data-pressed]')).toBeNull();
});
