/** Why a promo code does not count, as a sentence for the person. */
export class CodeProblem extends Error {
  override name = 'CodeProblem';
}
