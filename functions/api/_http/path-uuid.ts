import { parseUuid, type Uuid } from '#shared/domain/identifier';
import { noMatch } from '#shared/errors';
import type { Params } from './router.ts';

/** The uuid of the address; what is none is 404 like an unknown one, never 400 (waldur-http.md "URLs and negotiation"). */
export function pathUuid({ uuid: text = '' }: Params, model: string): Uuid {
  const uuid = parseUuid(text);
  if (uuid === undefined) throw noMatch(model);
  return uuid;
}
