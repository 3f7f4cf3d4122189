const DRY = 'The example is a dry run.';
const SAME = 'The example leaves the object as an earlier example has made it.';
const READ = 'The call only reads from backends. What it finds there is no change by the caller.';
const USAGE = 'The usage is a record of its own. Site agents report it all the time.';

/** Routes whose examples answer a call other than GET and record no event, with the reason. */
export const SILENT: Readonly<Record<string, string>> = {
  'cluster-api-templates PATCH /{uuid}/': SAME,
  'customers POST /{uuid}/update_user/': SAME,
  'customers PUT /{uuid}/': SAME,
  'hooks-email PUT /{uuid}/': SAME,
  'hooks-web PUT /{uuid}/': SAME,
  'marketplace-component-usages POST /set_usage/': USAGE,
  'marketplace-component-usages POST /{uuid}/set_user_usage/': USAGE,
  'marketplace-component-usages POST /{uuid}/set_user_usages/': USAGE,
  'marketplace-orders POST /plan/': DRY,
  'marketplace-resources POST /{uuid}/set_end_date_by_staff/': SAME,
  'marketplace-resources PUT /{uuid}/': SAME,
  'projects POST /{uuid}/update_user/': SAME,
  'projects PUT /{uuid}/': SAME,
  'rancher-catalogs POST /{uuid}/refresh/': READ,
  'rancher-cluster-templates PATCH /{uuid}/': SAME,
  'rancher-clusters PATCH /{uuid}/': SAME,
  'rancher-clusters POST /{uuid}/pools/{pool}/scale/': DRY,
  'rancher-clusters POST /{uuid}/restore_etcd_snapshot/': DRY,
  'rancher-clusters POST /{uuid}/upgrade/': DRY,
  'rancher-nodes POST /{uuid}/pull/': READ,
  'service-settings POST /{uuid}/diagnose/': READ,
  'users PATCH /{uuid}/': SAME,
  'users PUT /{uuid}/': SAME,
};
