/** Lambda's Cause is `{"errorType":…,"errorMessage":…,"trace":[…]}`. Other causes, and a missing one, are not JSON. */
const MESSAGE = `(
  $cause := $exists($states.errorOutput.Cause) ? $states.errorOutput.Cause : '';
  $substring($cause, 0, 7) = '{"error' ? $parse($cause).errorMessage : $cause
)`.replaceAll(/\s+/g, ' ');

/** Longest stored message. A Fail state takes 32,768 characters; records and readers want fewer. */
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
