import { timeText, type VisitTime } from './visit-time.ts';

/** What happened to a visit, as one of its cleaners hears it. */
export type CrewNews = 'new' | 'moved' | 'released';

export interface CrewVisit extends VisitTime {
  /** No door and no name: a text message may be read by others. */
  readonly postal: string;
}

/** A text message to a cleaner about a visit of theirs: one part of at most 160 plain letters. */
export function crewText(news: CrewNews, visit: CrewVisit): string {
  const what = `${timeText(visit)}, Singapore ${visit.postal}.`;
  return {
    new: `New visit: ${what} See Kemas for details.`,
    moved: `Your visit has moved. New time: ${what} See Kemas for details.`,
    released: `You're no longer on this visit: ${what} No need to come.`,
  }[news];
}
