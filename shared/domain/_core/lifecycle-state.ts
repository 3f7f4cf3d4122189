import { z } from 'zod';

/**
 * Waldur's states of an object that is also in a backend (docs/spec/waldur-rancher.md#states). The states do not say
 * whether the object works.
 */
export const lifecycleState = z.enum([
  'CREATION_SCHEDULED',
  'CREATING',
  'OK',
  'UPDATE_SCHEDULED',
  'UPDATING',
  'DELETION_SCHEDULED',
  'DELETING',
  'ERRED',
]);
export type LifecycleState = z.infer<typeof lifecycleState>;
