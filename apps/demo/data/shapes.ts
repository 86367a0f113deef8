/** A cleaner of the demo business. */
export interface DemoCleaner {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName?: string | undefined;
  readonly gender: string;
  readonly mobile: string;
  readonly email: string;
  readonly languages: readonly string[];
  readonly avoidsPets?: boolean | undefined;
  readonly postal: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  /** Names of regions; empty means everywhere. */
  readonly regions: readonly string[];
  /** Working days: `five` or `six`. */
  readonly week: string;
}

/** A customer of the demo business, with their home. */
export interface DemoCustomer {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName?: string | undefined;
  readonly mobile: string;
  readonly email: string;
  readonly home: {
    readonly type: string;
    readonly postal: string;
    readonly addressLine1: string;
    readonly addressLine2: string;
    readonly hasPets: boolean;
    readonly languagePreference: string;
    readonly genderPreference: string;
  };
}
