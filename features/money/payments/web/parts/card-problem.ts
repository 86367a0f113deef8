/** What is wrong with a card, as a sentence for the person. */
export class CardProblem extends Error {
  override name = 'CardProblem';
}

/** The bank asked, and its customer did not confirm. */
export class NotConfirmed extends CardProblem {}
