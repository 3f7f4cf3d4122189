/**
 * JSONata that finds the message of a caught error. Lambda's Cause is `{"errorType":…,"errorMessage":…,"trace":[…]}`.
 * Other causes are not JSON, or are missing.
 */
const MESSAGE = `(
  $cause := $exists($states.errorOutput.Cause) ? $states.errorOutput.Cause : '';
  $substring($cause, 0, 7) = '{"error' ? $parse($cause).errorMessage : $cause
)`.replaceAll(/\s+/g, ' ');

/**
 * Maximum length of a stored message. A Fail state could contain 32,768 characters, but 4000 are enough for readers and
 * records.
 */
const MESSAGE_LENGTH = '4000';

/**
 * What a Catch stores about an error: its name, its message without the stack, and the step (`last_error.step`).
 * @param maxLength JSONata for the number of characters that are stored
 */
export function failureOf(step: string, maxLength: string = MESSAGE_LENGTH) {
  return {
    error: '{% $states.errorOutput.Error %}',
    cause: `{% $substring(${MESSAGE}, 0, ${maxLength}) %}`,
    step,
  };
}
