/** The names of all state machines, without the stage. `registry.ts` has their definitions. */
export const MACHINE_NAMES = [
  'process-order',
  'provision-infrastructure',
  'create-cluster',
  'create-pool-cluster',
  'watch-nodes',
  'replace-servers',
  'add-node',
  'delete-node',
  'upgrade-cluster',
  'rotate-certificates',
  'hibernate-cluster',
  'wake-cluster',
  'delete-cluster',
  'delete-pool-cluster',
  'remove-infrastructure',
  'sync-access',
  'reconcile-membership',
  'create-app',
  'update-app',
  'delete-app',
] as const;
export type MachineName = (typeof MACHINE_NAMES)[number];
