/** The number of milliseconds from the last keystroke to the call of the API. */
export const WHILE_TYPING_MS = 400;
