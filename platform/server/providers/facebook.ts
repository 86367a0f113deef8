/** The person that an access token belongs to, according to Facebook. */
export type FacebookAnswer =
  | {
      readonly kind: 'person';
      /** The person's id in this app; it never changes. */
      readonly userID: string;
      readonly name: string;
      /** Empty if the person does not share it. */
      readonly email: string;
    }
  /** The token is invalid, expired, revoked or another app's. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Facebook did not respond, or its response is unusable: the token's validity is unknown. */
  | { readonly kind: 'unavailable'; readonly why: string };

export interface FacebookProvider {
  /** The app id with which the browser requests a token from Facebook. */
  readonly appID: string;
  /** Verifies a token that a browser sent. Never throws; takes 5 s at most. */
  identify(accessToken: string): Promise<FacebookAnswer>;
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
}
