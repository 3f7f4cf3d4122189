/** How long nothing must have been typed before the API is asked about it, in milliseconds. */
export const WHILE_TYPING_MS = 400;
