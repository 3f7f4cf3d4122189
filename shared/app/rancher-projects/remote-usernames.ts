import type { Uuid } from '#shared/domain/_core/identifier';
import { Misconfigured } from '#shared/errors';
import type { Waldur } from '#shared/ports/waldur';

/**
 * Usernames of the users of a remote resource, each once. Empty if Waldur currently allows nobody to use the resource.
 * Throws if a list cannot be read, because a missing list must not count as an empty list.
 */
export async function remoteUsernames(waldur: Waldur | undefined, resourceUuid: Uuid): Promise<string[]> {
  if (!waldur)
    throw new Misconfigured(
      `The settings of the provider no longer name the remote Waldur of resource ${resourceUuid}.`,
    );
  const { isRestricted } = await waldur.getResource(resourceUuid);
  return isRestricted ? [] : [...new Set(await waldur.listTeam(resourceUuid))];
}
