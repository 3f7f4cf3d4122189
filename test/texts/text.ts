/** A text for readers, and its place: `file:line` of the code, or method and path of an operation. */
export type Text = { at: string; text: string };
