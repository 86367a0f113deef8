import type { Candidate, Preference } from './choose-crew.ts';
import { speaks } from './diary.ts';
import { distanceKm } from './travel.ts';
import type { VisitRequirements } from './visit-need.ts';

/** How well a free cleaner fits a visit, to help the office choose. */
export interface Fit {
  /** 0 for the cleaner of the last visit, 1 for the one before; null if they have never come. */
  readonly usualRank: number | null;
  /** Null if the home asks for no language. */
  readonly speaks: boolean | null;
  /** From the centre of the cleaner's home area to that of the home; null if either is unknown. */
  readonly km: number | null;
  /** Minutes of other jobs around that day. */
  readonly jobMinutes: number;
  /** Mean of the recent reviews, 1 to 5; null without any. */
  readonly rating: number | null;
  /** The gender that the home asks for, which this cleaner has; '' if it does not matter. */
  readonly genderAsked: string;
  /** Cleaners who avoid pets are already excluded for such homes. */
  readonly hasPets: boolean;
}

export interface FitReason {
  readonly code: 'usual' | 'language' | 'distance' | 'load' | 'rating' | 'gender' | 'pets';
  readonly detail: string;
}

/**
 * The weights, out of 100, in the order in which the system itself chooses (choose-crew.ts). A previous cleaner
 * outweighs everything else together.
 */
const WEIGHTS = { usual: 51, language: 20, distance: 14, load: 8, rating: 7 };
/** The length of the island. */
const FAR_KM = 40;
const FULL_DAY_MINUTES = 12 * 60;
const BEST_RATING = 5;

export interface ScoredCleaner {
  readonly cleanerID: string;
  readonly score: number;
  readonly reasons: readonly FitReason[];
}

/** What is known of a free cleaner besides who they are. */
interface Known {
  readonly preference: Preference;
  /** Minutes of other jobs around that day. */
  readonly jobMinutes: number;
  readonly rating: number | null;
}

/** How well a free cleaner fits a visit, with the reasons. */
export function scoreFree(
  cleaner: Candidate,
  { language, gender, hasPets }: Pick<VisitRequirements, 'language' | 'gender' | 'hasPets'>,
  { preference, jobMinutes, rating }: Known,
): ScoredCleaner {
  const { cleanerID } = cleaner;
  const rank = preference.usual.indexOf(cleanerID);
  const base = preference.bases.get(cleanerID);
  const fit: Fit = {
    usualRank: rank === -1 ? null : rank,
    speaks: language === '' ? null : speaks(cleaner, language),
    km: base === undefined || preference.home === null ? null : distanceKm(base, preference.home),
    jobMinutes,
    rating,
    genderAsked: gender,
    hasPets,
  };
  return { cleanerID, score: scoreOf(fit), reasons: reasonsOf(fit, language) };
}

/** 0 to 100, whole. An unknown or irrelevant criterion counts half, so that it is neutral. */
export function scoreOf(fit: Fit): number {
  const parts = [
    WEIGHTS.usual * (fit.usualRank === null ? 0 : 1 / (1 + fit.usualRank)),
    WEIGHTS.language * (fit.speaks === null ? 0.5 : Number(fit.speaks)),
    WEIGHTS.distance * (fit.km === null ? 0.5 : 1 - Math.min(1, fit.km / FAR_KM)),
    WEIGHTS.load * (1 - Math.min(1, fit.jobMinutes / FULL_DAY_MINUTES)),
    WEIGHTS.rating * (fit.rating === null ? 0.5 : fit.rating / BEST_RATING),
  ];
  return Math.round(parts.reduce((sum, part) => sum + part, 0));
}

/** The reasons for and against a cleaner, as text for the office. */
export function reasonsOf(fit: Fit, language: string): FitReason[] {
  const reasons: FitReason[] = [];
  if (fit.usualRank !== null)
    reasons.push({
      code: 'usual',
      detail: fit.usualRank === 0 ? 'Came to this customer last time' : 'Has come to this customer before',
    });
  if (fit.speaks !== null)
    reasons.push({ code: 'language', detail: `${fit.speaks ? 'Speaks' : 'Does not speak'} ${language}` });
  if (fit.genderAsked !== '')
    reasons.push({
      code: 'gender',
      detail: `A ${fit.genderAsked === 'female' ? 'woman' : 'man'}, as this home prefers`,
    });
  if (fit.hasPets) reasons.push({ code: 'pets', detail: 'Fine with pets' });
  if (fit.km !== null) reasons.push({ code: 'distance', detail: distanceText(fit.km) });
  reasons.push({ code: 'load', detail: loadText(fit.jobMinutes) });
  if (fit.rating !== null)
    reasons.push({ code: 'rating', detail: `${fit.rating.toFixed(1)} of 5 stars in recent reviews` });
  return reasons;
}

function distanceText(km: number): string {
  return km < 1 ? 'Lives in the same area' : `Lives about ${Math.round(km)} km away`;
}

function loadText(minutes: number): string {
  if (minutes === 0) return 'No other job that day';
  return `${Math.round(minutes / 6) / 10} h of other jobs that day`;
}
