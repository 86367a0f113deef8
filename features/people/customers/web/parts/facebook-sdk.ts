/** What Facebook's script gives a page, as far as signing in uses it. */
interface FacebookSdk {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean; status: boolean }): void;
  login(answered: (answer: FacebookAnswer) => void, options: { scope: string }): void;
}

interface FacebookAnswer {
  readonly authResponse?: { readonly accessToken: string; readonly userID: string } | null;
}

declare global {
  interface Window {
    FB?: FacebookSdk;
  }
}

const SCRIPT = 'https://connect.facebook.net/en_US/sdk.js';
/** As the server asks Graph. */
const VERSION = 'v25.0';
/** Longer than that nobody waits for a window that does not come. */
const TIMEOUT_MS = 15_000;

/** The script of Facebook's did not come: no network, or a browser that keeps it out. */
export class FacebookBlocked extends Error {
  override name = 'FacebookBlocked';
}

/** What Facebook hands over, or null for somebody who closed its window. */
export type FacebookToken = { readonly accessToken: string; readonly userID: string };

/**
 * Opens Facebook's window and waits for what the person does there. Its script is loaded with the first press: before
 * that Facebook hears of nobody.
 * @throws FacebookBlocked when its script does not come
 */
export async function askFacebook(appId: string): Promise<FacebookToken | null> {
  const sdk = window.FB ?? (await load(appId));
  return new Promise((answered) => {
    sdk.login(({ authResponse }) => answered(authResponse ? tokenOf(authResponse) : null), {
      scope: 'public_profile,email',
    });
  });
}

function tokenOf({ accessToken, userID }: FacebookToken): FacebookToken {
  return { accessToken, userID };
}

function load(appId: string): Promise<FacebookSdk> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script');
    const giveUp = () => {
      script.remove();
      failed(new FacebookBlocked());
    };
    const timer = setTimeout(giveUp, TIMEOUT_MS);
    script.src = SCRIPT;
    script.crossOrigin = 'anonymous';
    script.onerror = () => {
      clearTimeout(timer);
      giveUp();
    };
    script.onload = () => {
      clearTimeout(timer);
      const sdk = window.FB;
      if (sdk === undefined) return giveUp();
      sdk.init({ appId, version: VERSION, cookie: false, xfbml: false, status: false });
      loaded(sdk);
    };
    document.head.append(script);
  });
}
