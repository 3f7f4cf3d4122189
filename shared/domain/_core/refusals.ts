import type { FieldErrors } from '#shared/errors';

/** What of one request cannot be had, by field; collected so that a refusal names everything at once. */
export class Refusals {
  private readonly texts = new Map<string, string | string[]>();

  add(field: string, message: string): void {
    this.texts.set(field, [...[this.texts.get(field) ?? []].flat(), message]);
  }

  /** A bare text in place of a list, where Waldur's body has one; an empty text says nothing. */
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
