/** The part of Facebook's SDK that signing in uses. */
interface FacebookSdk {
  init(options: { appID: string; version: string; cookie: boolean; xfbml: boolean; status: boolean }): void;
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
/** The same version as the server's Graph API requests. */
const VERSION = 'v25.0';
/** Timeout for Facebook's script to load. */
const TIMEOUT_MS = 15_000;

/** Facebook's script did not load: no network, or the browser blocks it. */
export class FacebookBlocked extends Error {
  override name = 'FacebookBlocked';
}

/** Facebook's token; null if the user closed the window. */
export type FacebookToken = { readonly accessToken: string; readonly userID: string };

/**
 * Opens Facebook's window and waits for the result. Its script is loaded on the first click: before that
 * Facebook learns nothing about visitors.
 * @throws FacebookBlocked if its script does not load
 */
export async function askFacebook(appID: string): Promise<FacebookToken | null> {
  const sdk = window.FB ?? (await load(appID));
  return new Promise((answered) => {
    sdk.login(({ authResponse }) => answered(authResponse ? tokenOf(authResponse) : null), {
      scope: 'public_profile,email',
    });
  });
}

function tokenOf({ accessToken, userID }: FacebookToken): FacebookToken {
  return { accessToken, userID };
}

function load(appID: string): Promise<FacebookSdk> {
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
      sdk.init({ appID, version: VERSION, cookie: false, xfbml: false, status: false });
      loaded(sdk);
    };
    document.head.append(script);
  });
}
