/** What the bench has found out. Times in ms unless a name says otherwise. */

/** demo: a dozen cleaners. full: a thousand cleaners and a million jobs. tenth: a tenth of these jobs. */
export type SizeName = 'demo' | 'tenth' | 'full';

export interface Machine {
  readonly cores: number;
  readonly gigabytes: number;
  /** Percent of the time in which there was work that the host gave to others. */
  readonly stolen: number;
  readonly node: string;
  readonly postgres: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly command: string;
}

export type BySize = Readonly<Partial<Record<SizeName, number>>>;

/** The median of requests one after the other. */
export interface RequestResult {
  readonly name: string;
  readonly goal: number;
  readonly isIndexed: boolean;
  readonly statements: number;
  readonly ms: BySize;
  /** Processor time of Kemas' process, at the largest size. */
  readonly cpu?: number;
}

export interface WholeListResult {
  readonly name: string;
  readonly size: SizeName;
  readonly rows: number;
  readonly seconds: number;
  readonly firstByte: number;
  /** What it took of the server's memory, MB. */
  readonly megabytes: number;
}

/** One figure with its goal. */
export interface SingleResult {
  readonly name: string;
  readonly size: SizeName;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | '/s';
  readonly goal: number;
}

/** What a server does under load: medians of rounds. */
export interface Pace {
  readonly perSecond: number;
  /** Processor time of its process for a request; that of the database is not in it. */
  readonly cpu: number;
}

/** Kemas and the floor, in alternation. */
export interface ThroughputResult {
  readonly name: string;
  readonly size: SizeName;
  readonly kemas: Pace;
  readonly floor: Pace;
  /** Of their requests a second: the median of the rounds'. */
  readonly ratio: number;
  readonly goal: number;
}

export interface LoadSummary {
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export interface MixedLoadResult {
  readonly size: SizeName;
  /** Asked for, a second. */
  readonly perSecond: number;
  readonly goal: number;
  /** Processor time of Kemas' process for a request, its worker's included. */
  readonly cpu: number;
  readonly all: LoadSummary;
  readonly kinds: readonly (LoadSummary & { readonly kind: string })[];
  /** Answers by status; 0 is none at all. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface RaceResult {
  readonly name: string;
  readonly size: SizeName;
  readonly asked: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly longest: number;
  /** So many may be booked; null: as many as there are cleaners. */
  readonly booked: number | null;
}

export interface PlanResult {
  readonly name: string;
  /** One line a statement. */
  readonly plans: readonly string[];
}

export interface Results {
  readonly machine: Machine;
  readonly requests: readonly RequestResult[];
  readonly inDatabase: readonly RequestResult[];
  readonly wholeLists: readonly WholeListResult[];
  readonly throughput: readonly ThroughputResult[];
  readonly mixedLoad: readonly MixedLoadResult[];
  readonly races: readonly RaceResult[];
  readonly commits: readonly SingleResult[];
  readonly screens: readonly SingleResult[];
  readonly memory: readonly SingleResult[];
  readonly checks: readonly RequestResult[];
  readonly sweeps: readonly RequestResult[];
  readonly plans: readonly PlanResult[];
  readonly webPages: readonly WebPagesResult[];
}

/** The public pages of one site. */
export interface WebPagesResult {
  readonly pages: readonly LighthouseResult[];
  readonly paces: readonly PagePace[];
}

/** How many of a page the server sends. */
export interface PagePace {
  readonly page: string;
  readonly perSecond: number;
  /** ms */
  readonly p99: number;
}

export type Device = 'mobile' | 'desktop';

/** One page by Lighthouse: the run with the median of the performance scores. */
export interface LighthouseResult {
  readonly page: string;
  readonly device: Device;
  /** 0 to 100. */
  readonly scores: {
    readonly performance: number;
    readonly accessibility: number;
    readonly bestPractices: number;
    readonly seo: number;
  };
  /** ms */
  readonly firstPaint: number;
  /** ms */
  readonly largestPaint: number;
  /** ms in which the page could not answer. */
  readonly blocked: number;
  /** Layout shift, cumulative. */
  readonly shift: number;
  /** As they came over the wire. */
  readonly scriptBytes: number;
  readonly files: number;
  /** Audits that keep accessibility, best practices or SEO from 100. */
  readonly failed: readonly string[];
}
