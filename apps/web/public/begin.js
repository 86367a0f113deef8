// Loaded in the page's head, before the first paint. No module: it must not wait for anything.

// Shows the colour scheme that was chosen in this browser. Without a choice the style sheet follows the system. The key
// and the attribute are platform/web/design/colour-scheme.ts's.
try {
  const chosen = localStorage.getItem('kemas-colour-scheme');
  if (chosen === 'light' || chosen === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
} catch {
  // Storage is closed to us: the system's scheme stands.
}

// Without it zod tries whether it may make code from text, which the content security policy forbids and reports.
globalThis.__zod_globalConfig = { jitless: true };

// A page that the server has drawn is shown first, and its code is fetched after that. What is pressed meanwhile is
// marked, and pressed again by apps/web/early-input.ts when the code is there.
if ('drawn' in document.documentElement.dataset) {
  let pressed = null;
  const isTaken = () => document.documentElement.dataset.drawn === 'taken';
  const mark = (element) => {
    pressed?.removeAttribute('data-pressed');
    pressed = element;
    pressed?.setAttribute('data-pressed', '');
  };
  const onClick = ({ target }) => {
    if (!isTaken()) mark(target.closest('button'));
  };
  // The browser's own way of sending a form would write what was typed into the address.
  const onSubmit = (event) => {
    if (!isTaken()) event.preventDefault();
  };
  const onTaken = () => {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('submit', onSubmit, true);
  };
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener('kemas-taken', onTaken, { once: true });

  const fetchCode = () => {
    const [entry, ...others] = document.querySelector('meta[name="app-code"]').content.split(' ');
    for (const file of others) {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: file });
      document.head.append(link);
    }
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', crossOrigin: '', src: entry });
    // No signal: the page can be read, and becomes the app when there is one.
    script.onerror = () => addEventListener('online', () => location.reload(), { once: true });
    document.head.append(script);
  };
  let isFetched = false;
  const fetchOnce = () => {
    if (!isFetched) fetchCode();
    isFetched = true;
  };
  document.addEventListener('DOMContentLoaded', () => {
    // A tab in the background paints nothing, and nobody waits for it.
    if (document.hidden) return fetchOnce();
    new PerformanceObserver(fetchOnce).observe({ type: 'paint', buffered: true });
    // Where the browser does not tell of it.
    setTimeout(fetchOnce, 1000);
  });
}
