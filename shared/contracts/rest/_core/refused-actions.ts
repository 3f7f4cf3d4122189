import type { Segment } from './collections.ts';

const MESSAGES = 'Orders carry no messages and no files: whoever rejects one can give a comment.';
const PEOPLE =
  'Nobody has a role in a resource: roles are given in projects, and keycloak-user-group-memberships/ lets people into a cluster.';
const END = 'A resource has no end date: it lasts until it is terminated.';
const LIMITS = 'Limits stay with the resource that they were ordered for: update_limits/ changes them.';
const PAUSE = 'A resource is there until it is terminated: it cannot be paused, downscaled or restricted.';
const NODE = 'The state of a node follows its machine and Rancher: pull it, replace it or delete it.';

const COMPONENTS =
  'Components stay as their offering was made with them: `components` of POST marketplace-provider-offerings/.';
const MARKET = 'That is done at marketplace-resources/.';
const SYNC =
  'There is no enable_membership_sync_status here: a site agent follows roles, and nobody asks how far it is.';
const ENDPOINTS = 'A resource has no endpoints: backend_metadata can name them.';
const ACCOUNTS = 'Accounts at offerings follow from roles, under the usernames of here: they have no states to set.';
const EVENTS = 'There are no message queues here: events come by web hooks, docs/hooks.md.';

/** By whichever of the two names of resources. */
const OF_RESOURCES = {
  set_state_ok: 'It is called set_as_ok/ here, and set_ok/ of rancher-clusters/.',
  pull: 'Pull the cluster: rancher-clusters/<uuid>/pull/.',
  add_user: PEOPLE,
  update_user: PEOPLE,
  delete_user: PEOPLE,
  adjust_dates: END,
  set_end_date: END,
  set_end_date_by_staff: END,
  restore: 'What is terminated is gone: order another one.',
  set_paused: PAUSE,
  set_downscaled: PAUSE,
  set_restrict_member_access: PAUSE,
  move_resource: 'A resource stays in its project.',
  set_slug: 'A slug stays as it is.',
};

/** Actions on one object that Waldur's clients know and that are not here, with what to do instead. */
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
    unlink: 'Orders stay on record: delete a pending one; marketplace-resources/<uuid>/unlink/ forgets a resource.',
  },
  'marketplace-resources': {
    ...OF_RESOURCES,
    set_ok: 'It is called set_as_ok/ here, and set_ok/ of rancher-clusters/.',
    set_erred: 'It is called set_as_erred/ here, and set_erred/ of rancher-clusters/.',
    renew: END,
    estimate_renewal: END,
    switch_plan: 'A resource keeps its plan.',
    reallocate_limits: LIMITS,
  },
  'marketplace-provider-resources': {
    ...OF_RESOURCES,
    set_end_date_by_provider: END,
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
