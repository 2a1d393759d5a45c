/** The person closed a question on the way to what they asked for; they need no message. */
export class GivenUp extends Error {
  override name = "GivenUp";
}
