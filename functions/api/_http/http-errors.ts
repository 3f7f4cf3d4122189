import { AppError } from '#shared/errors';

/** Errors of the HTTP request itself. Use cases do not throw them. */
abstract class HttpError extends AppError {}

export class NotAcceptable extends HttpError {
  override readonly name = 'NotAcceptable';
  readonly status = 406;
  constructor() {
    super('Could not satisfy the request Accept header.');
  }
}
export class UnsupportedMediaType extends HttpError {
  override readonly name = 'UnsupportedMediaType';
  readonly status = 415;
  constructor(mediaType: string) {
    super(`Unsupported media type "${mediaType}" in request.`);
  }
}
export class MethodNotAllowed extends HttpError {
  override readonly name = 'MethodNotAllowed';
  readonly status = 405;
  constructor(method: string) {
    super(`Method "${method}" not allowed.`);
  }
}
export class MalformedBody extends HttpError {
  override readonly name = 'MalformedBody';
  readonly status = 400;
}
export class ContentTooLarge extends HttpError {
  override readonly name = 'ContentTooLarge';
  readonly status = 413;
  constructor(maxBytes: number) {
    super(`The body is larger than ${maxBytes} bytes.`);
  }
}
