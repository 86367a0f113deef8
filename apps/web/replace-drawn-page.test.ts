// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { replaceDrawnPage } from './replace-drawn-page.ts';

const DRAWN = `
  <label>First name <input name="a"></label>
  <label>Message <textarea></textarea></label>
  <label><input type="radio" name="r" value="flat">Flat</label>
  <label><input type="radio" name="r" value="condo">Condo</label>
  <button>Add</button><button>Add</button><button>See times</button>`;

/** A drawn page, in which somebody does what is told. */
function drawnPage(act: (place: HTMLElement) => void): HTMLElement {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  place.innerHTML = DRAWN;
  act(place);
  return place;
}

const get = <E extends HTMLElement = HTMLInputElement>(place: HTMLElement, selector: string): E => {
  const found = place.querySelector<E>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
};
const pressed = (place: HTMLElement) => {
  const heard: string[] = [];
  place.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) heard.push(target.id);
  });
  return heard;
};

test('what was typed, ticked and focused moves over, and nothing else', async () => {
  const place = drawnPage((page) => {
    get<HTMLTextAreaElement>(page, 'textarea').value = 'Windows?';
    get(page, '[value="condo"]').checked = true;
    get<HTMLTextAreaElement>(page, 'textarea').focus();
  });
  replaceDrawnPage(place, () => {
    place.innerHTML = DRAWN.replace('name="a"', 'value="Rachel"').replaceAll('name="r"', 'name="s"');
  });
  await expect.poll(() => get<HTMLTextAreaElement>(place, 'textarea').value).toBe('Windows?');
  expect(get(place, '[value="condo"]').checked).toBe(true);
  expect(get(place, 'input').value).toBe('Rachel');
  expect(document.activeElement).toBe(get(place, 'textarea'));
  expect(document.documentElement.dataset.drawn).toBe('taken');
});

test('what was pressed is pressed once it is there and can be, after what was typed', async () => {
  const place = drawnPage((page) => {
    get(page, 'input').value = 'Mei';
    get(page, 'button:last-child').setAttribute('data-pressed', '');
  });
  const heard = pressed(place);
  replaceDrawnPage(place, () => {
    place.innerHTML = '<p>Loading</p>';
  });
  place.innerHTML = '<label>First name <input></label><button id="go" aria-disabled="true">Loading</button>';
  await expect.poll(() => get(place, 'input').value).toBe('Mei');
  expect(heard).toEqual([]);
  get(place, 'button').textContent = 'See times';
  get(place, 'button').setAttribute('aria-disabled', 'false');
  await expect.poll(() => heard).toEqual(['go']);
});

test('of two buttons of one name, the same one is pressed', async () => {
  const place = drawnPage((page) => get(page, 'button + button').setAttribute('data-pressed', ''));
  const heard = pressed(place);
  replaceDrawnPage(place, () => {
    place.innerHTML = '<button id="first">Add</button><button id="second">Add</button>';
  });
  await expect.poll(() => heard).toEqual(['second']);
});

test.each([
  ['with the hand', () => new Event('pointerdown')],
  ['by keyboard', () => new KeyboardEvent('keydown', { key: 'Enter' })],
])('whoever presses something else on the new page, %s, means that', async (_how, press) => {
  const place = drawnPage((page) => get(page, 'button:last-child').setAttribute('data-pressed', ''));
  const heard = pressed(place);
  replaceDrawnPage(place, () => {
    place.innerHTML = '<p>Loading</p>';
  });
  document.dispatchEvent(press());
  await Promise.resolve();
  place.innerHTML = '<button id="go">See times</button>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(heard).toEqual([]);
});

test('whoever has gone on to another field by then stays there', async () => {
  const place = drawnPage((page) => get(page, 'input').focus());
  replaceDrawnPage(place, () => {
    place.innerHTML = '<label>Message <textarea></textarea></label>';
  });
  get<HTMLTextAreaElement>(place, 'textarea').focus();
  place.insertAdjacentHTML('afterbegin', '<label>First name <input></label>');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(get(place, 'textarea'));
});
