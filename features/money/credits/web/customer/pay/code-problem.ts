/** Why a promo code is not valid, as a user-facing sentence. */
export class CodeProblem extends Error {
  override name = 'CodeProblem';
}
