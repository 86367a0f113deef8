import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '#platform/web/design/mantine.css';
import '#platform/web/design/styles.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const container = document.getElementById('app');
if (!container) throw new Error('The page has no element with the id app');
createRoot(container).render(<Gallery />);
