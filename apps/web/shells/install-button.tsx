import { useEffect, useState } from 'react';
import styles from './frame.module.css';

/** Chromium's event for an area that can be installed and is not yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the cleaner's area on the phone's home screen. Shown only if the browser offers it. */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const forget = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', forget);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', forget);
    };
  }, []);
  if (offer === null) return null;
  const install = () => {
    setOffer(null);
    // Whatever the person answers, the browser shows its prompt only once per event.
    void offer.prompt().catch(() => undefined);
  };
  return (
    <button type="button" className={styles.word} onClick={install}>
      Install on this phone <span lang="zh">装到手机</span>
    </button>
  );
}
