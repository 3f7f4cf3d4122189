import type { FieldErrors } from '#shared/errors';

/** Collects the errors of one request by field, so that one answer contains all errors. */
export class Refusals {
  private readonly texts = new Map<string, string | string[]>();

  add(field: string, message: string): void {
    this.texts.set(field, [...[this.texts.get(field) ?? []].flat(), message]);
  }

  /**
   * Sets one text, not a list of texts, as the error of a field. For some fields, Waldur's errors also have this form.
   * An empty text sets no error.
   */
  say(field: string, message: string): void {
    if (message !== '') this.texts.set(field, message);
  }

  get isEmpty(): boolean {
    return this.texts.size === 0;
  }

  get byField(): FieldErrors {
    return Object.fromEntries(this.texts);
  }
}
