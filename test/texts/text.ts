/** A text that people read, and its location: `file:line` of the code, or method and path of an operation. */
export type Text = { at: string; text: string };
