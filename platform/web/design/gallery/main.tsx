import { createRoot } from 'react-dom/client';
import '../styles.css';
import { readColourScheme, setColourScheme } from '../colour-scheme.ts';
import { ToastProvider } from '../parts/toast.tsx';
import { Gallery } from './gallery.tsx';
import { Step } from './step.tsx';

setColourScheme(readColourScheme());

const place = document.getElementById('app');
if (place === null) throw new Error('The gallery page has no #app');
createRoot(place).render(
  <ToastProvider texts={{ undo: 'Undo', close: 'Close', region: 'Messages' }} shortcut>
    {location.hash === '#step' ? (
      <main>
        <Step />
      </main>
    ) : (
      <Gallery />
    )}
  </ToastProvider>,
);
