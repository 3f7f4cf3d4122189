/** Lambda's Cause is `{"errorType":…,"errorMessage":…,"trace":[…]}`; others, and an absent one, are not JSON. */
const MESSAGE = `(
  $cause := $exists($states.errorOutput.Cause) ? $states.errorOutput.Cause : '';
  $substring($cause, 0, 7) = '{"error' ? $parse($cause).errorMessage : $cause
)`.replaceAll(/\s+/g, ' ');

/** Longest message kept: a Fail state takes 32,768 characters, a record and its readers want far fewer. */
const MESSAGE_LENGTH = '4000';

/**
 * What a Catch keeps of an error: its name, its message without the stack, and the step (`last_error.step`).
 * @param maxLength JSONata text of the number of characters kept
 */
export function failureOf(step: string, maxLength: string = MESSAGE_LENGTH) {
  return {
    error: '{% $states.errorOutput.Error %}',
    cause: `{% $substring(${MESSAGE}, 0, ${maxLength}) %}`,
    step,
  };
}
