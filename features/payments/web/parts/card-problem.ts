/** What is wrong with a card, as a sentence for the person. */
export class CardProblem extends Error {
  override name = 'CardProblem';
}
