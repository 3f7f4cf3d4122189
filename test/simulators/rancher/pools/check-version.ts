import { z } from 'zod';
import { RancherError } from '../_core/rancher-errors.ts';
import type { ObjectHead } from './pool-objects.ts';

const versioned = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string().optional() }) });

/** Checks that the object in a PUT request has the current resource version. */
export function checkVersion(
  body: unknown,
  { name, resourceVersion }: Pick<ObjectHead, 'name' | 'resourceVersion'>,
  resource: string,
): void {
  const { metadata } = versioned.parse(body);
  if (metadata.resourceVersion === undefined)
    throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
  if (metadata.resourceVersion === String(resourceVersion)) return;
  const again = 'the object has been modified; please apply your changes to the latest version and try again';
  throw new RancherError(409, 'Conflict', `Operation cannot be fulfilled on ${resource} "${name}": ${again}`);
}
