/**
 * A text that people read, and its location: `file:line` of the code, or method and path of an operation. A comment has
 * the line of code that it describes.
 */
export type Text = { at: string; text: string; code?: string };
