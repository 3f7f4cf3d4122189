/** How many milliseconds after the last key the console calls the API. */
export const WHILE_TYPING_MS = 400;
