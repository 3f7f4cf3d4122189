import type { Segment } from './collections.ts';

const MESSAGES = 'Orders have no messages and no files. A rejection can have a comment.';
const PEOPLE =
  'Resources have no roles of their own. Grant roles in projects, and access to a cluster at keycloak-user-group-memberships/.';
const END = 'The end date is a field of a resource: use set_end_date/ of marketplace-resources/.';
const LIMITS = 'The limits of an order cannot be changed. Change the limits of its resource by update_limits/.';
const PAUSE = 'A resource cannot be paused, downscaled or restricted. It exists until it is terminated.';
const NODE = 'The state of a node follows its machine and Rancher. Pull, replace or delete the node.';

const COMPONENTS =
  'The components of an offering cannot be changed. Set `components` in POST marketplace-provider-offerings/.';
const MARKET = 'Use marketplace-resources/ for this.';
const SYNC =
  'Paddock has no enable_membership_sync_status. A site agent follows roles, and does not report its progress.';
const ENDPOINTS = 'Resources have no endpoints. backend_metadata can name them.';
const ACCOUNTS =
  'Accounts of offerings are derived from roles and have the usernames of Paddock. Their state cannot be set.';
const EVENTS = 'There are no message queues here. Events are sent to web hooks, see docs/hooks.md.';

/** Refused actions of resources. Two collections show resources and use this list. */
const OF_RESOURCES = {
  set_state_ok: 'Use set_as_ok/ here, or set_ok/ of rancher-clusters/.',
  pull: 'Pull the cluster: rancher-clusters/<uuid>/pull/.',
  add_user: PEOPLE,
  update_user: PEOPLE,
  delete_user: PEOPLE,
  adjust_dates: END,
  restore: 'A terminated resource cannot be restored. Order another one.',
  set_paused: PAUSE,
  set_downscaled: PAUSE,
  set_restrict_member_access: PAUSE,
  move_resource: 'A resource cannot be moved to another project.',
  set_slug: 'A slug cannot be changed.',
};

/** Actions that Waldur's clients call and Paddock does not have. Each text says what to do instead. */
export const REFUSED_ACTIONS: Readonly<Partial<Record<Segment, Readonly<Record<string, string>>>>> = {
  'marketplace-provider-offerings': {
    create_offering_component: COMPONENTS,
    update_offering_component: COMPONENTS,
    remove_offering_component: COMPONENTS,
  },
  'marketplace-orders': {
    set_consumer_info: MESSAGES,
    set_provider_info: MESSAGES,
    update_attachment: MESSAGES,
    delete_attachment: MESSAGES,
    unlink:
      'Orders stay on record. Delete a pending order, or remove a resource by marketplace-resources/<uuid>/unlink/.',
  },
  'marketplace-resources': {
    ...OF_RESOURCES,
    set_ok: 'Use set_as_ok/ here, or set_ok/ of rancher-clusters/.',
    set_erred: 'Use set_as_erred/ here, or set_erred/ of rancher-clusters/.',
    renew: END,
    estimate_renewal: END,
    switch_plan: 'A resource cannot change its plan.',
    reallocate_limits: LIMITS,
  },
  'marketplace-provider-resources': {
    ...OF_RESOURCES,
    set_membership_sync_statuses: SYNC,
    set_endpoints: ENDPOINTS,
    terminate: MARKET,
    update_options: MARKET,
    update_options_direct: MARKET,
  },
  'marketplace-offering-users': {
    begin_creating: ACCOUNTS,
    set_ok: ACCOUNTS,
    set_pending_account_linking: ACCOUNTS,
    set_pending_additional_validation: ACCOUNTS,
    set_validation_complete: ACCOUNTS,
    set_error_creating: ACCOUNTS,
    request_deletion: ACCOUNTS,
    set_deleting: ACCOUNTS,
    set_deleted: ACCOUNTS,
    set_error_deleting: ACCOUNTS,
  },
  'marketplace-site-agent-identities': { register_queue: EVENTS, register_event_subscription: EVENTS },
  'rancher-nodes': { set_ok: NODE, set_erred: NODE, unlink: NODE },
};
