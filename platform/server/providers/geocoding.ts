/** Finds the address and position of a postal code. Only the postal code is sent. */
export interface GeocodingProvider {
  /** Null if there is no such postal code. @throws when the provider does not respond within two seconds */
  find(postal: string): Promise<GeocodedPlace | null>;
  /** A real request that changes nothing. Throws why it failed; absent for a fake. */
  check?(): Promise<void>;
}

/** As the provider writes it, mostly in capitals; empty where there is none. */
export interface GeocodedPlace {
  /** Of the block or house. */
  readonly block: string;
  readonly street: string;
  readonly building: string;
  /** In degrees. */
  readonly latitude: number;
  readonly longitude: number;
}
