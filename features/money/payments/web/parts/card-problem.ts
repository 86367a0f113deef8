/** What is wrong with a card, as a user-facing sentence. */
export class CardProblem extends Error {
  override name = 'CardProblem';
}

/** The bank challenged the cardholder, who did not complete the challenge. */
export class ChallengeFailed extends CardProblem {}
