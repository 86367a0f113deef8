/** Whom an access token speaks for, as far as Facebook stands behind it. */
export type FacebookAnswer =
  | {
      readonly kind: 'person';
      /** The person's number in this app; the same one for as long as the app lives. */
      readonly userId: string;
      readonly name: string;
      /** Empty where the person shares none. */
      readonly email: string;
    }
  /** The token is another app's, run out, revoked or made up. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Facebook did not answer, or not in a way that can be believed: nothing is known. */
  | { readonly kind: 'unavailable'; readonly why: string };

/** Signing in with Facebook. */
export interface FacebookProvider {
  /** What the browser asks Facebook for a token with. */
  readonly appId: string;
  /** Asks Facebook about a token that a browser sent. Never throws; takes 5 s at most. */
  identify(accessToken: string): Promise<FacebookAnswer>;
}
