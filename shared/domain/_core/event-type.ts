import { z } from 'zod';

/**
 * Event types in Waldur's groups. Types that exist in Waldur have Waldur's names, and other names follow Waldur's
 * pattern. The text of each type, such as `has been created`, completes a sentence that begins with the object's name.
 */
const GROUPED = {
  auth: {
    pat_created: 'has been created',
    pat_revoked: 'has been revoked',
    pat_updated: 'has been changed',
    access_refused: 'was not allowed',
  },
  users: {
    user_creation_succeeded: 'has been created',
    user_update_succeeded: 'has been changed',
    user_activated: 'has been activated',
    user_deactivated: 'has been deactivated',
    user_deletion_succeeded: 'has been deleted',
    user_invitation_created: 'has been written',
    user_invitation_updated: 'has been changed',
    user_invitation_deleted: 'has been deleted',
  },
  ssh: {
    ssh_key_creation_succeeded: 'has been created',
    ssh_key_update_succeeded: 'has been changed',
    ssh_key_deletion_succeeded: 'has been deleted',
  },
  hooks: {
    hook_created: 'has been created',
    hook_updated: 'has been changed',
    hook_switched_off: 'has been switched off',
    hook_deleted: 'has been deleted',
  },
  permissions: {
    role_granted: 'has been granted',
    role_updated: 'has been changed',
    role_revoked: 'has been revoked',
    rancher_project_created: 'has been created',
    rancher_project_updated: 'has been changed',
    rancher_project_deleted: 'has been deleted',
    keycloak_group_created: 'has been created',
    keycloak_group_updated: 'has been changed',
    keycloak_group_deleted: 'has been deleted',
    keycloak_membership_created: 'has been created',
    keycloak_membership_activated: 'is active',
    keycloak_membership_updated: 'has been changed',
    keycloak_membership_revoked: 'has been revoked',
    keycloak_membership_deleted: 'has been deleted',
    rancher_user_created: 'has been created',
    rancher_user_updated: 'has been changed',
    rancher_user_blocked: 'has been blocked',
    rancher_user_deleted: 'has been deleted',
    rancher_role_granted: 'has been granted',
    rancher_role_updated: 'has been changed',
    rancher_role_revoked: 'has been revoked',
  },
  customers: {
    customer_creation_succeeded: 'has been created',
    customer_update_succeeded: 'has been changed',
    customer_deletion_succeeded: 'has been deleted',
  },
  projects: {
    project_creation_succeeded: 'has been created',
    project_update_succeeded: 'has been changed',
    project_deletion_succeeded: 'has been deleted',
  },
  providers: {
    service_settings_creation_succeeded: 'have been created',
    service_settings_update_succeeded: 'have been changed',
    service_settings_deletion_succeeded: 'have been deleted',
    marketplace_offering_created: 'has been created',
    marketplace_offering_updated: 'has been changed',
    marketplace_offering_deleted: 'has been deleted',
    global_catalog_created: 'has been created',
    global_catalog_updated: 'has been changed',
    global_catalog_deletion_requested: 'deletion has been requested',
    global_catalog_deleted: 'has been deleted',
    cluster_template_created: 'has been created',
    cluster_template_updated: 'has been changed',
    cluster_template_deleted: 'has been deleted',
    cluster_api_template_created: 'has been created',
    cluster_api_template_updated: 'has been changed',
    cluster_api_template_deleted: 'has been deleted',
    site_agent_registered: 'has been registered',
    site_agent_updated: 'has been changed',
    site_agent_deleted: 'has been deleted',
  },
  resources: {
    marketplace_order_created: 'has been created',
    marketplace_order_updated: 'has been changed',
    marketplace_order_approved: 'has been approved',
    marketplace_order_retried: 'has been retried',
    marketplace_order_completed: 'has been completed',
    marketplace_order_failed: 'has failed',
    marketplace_order_terminated: 'has been canceled',
    marketplace_order_rejected: 'has been rejected',
    marketplace_order_deleted: 'has been deleted',
    marketplace_resource_create_requested: 'creation has been requested',
    marketplace_resource_create_succeeded: 'has been created',
    marketplace_resource_create_failed: 'creation has failed',
    marketplace_resource_update_requested: 'update has been requested',
    marketplace_resource_update_succeeded: 'has been updated',
    marketplace_resource_update_failed: 'update has failed',
    marketplace_resource_terminate_requested: 'deletion has been requested',
    marketplace_resource_terminate_succeeded: 'has been deleted',
    marketplace_resource_terminate_failed: 'deletion has failed',
    marketplace_resource_erred_on_backend: 'has failed',
    marketplace_resource_deleted: 'has been removed',
    resource_import_succeeded: 'has been registered',
    resource_creation_scheduled: 'creation has been scheduled',
    resource_creation_started: 'is being created',
    resource_creation_succeeded: 'has been created',
    resource_creation_failed: 'creation has failed',
    resource_update_scheduled: 'update has been scheduled',
    resource_update_started: 'is being updated',
    resource_update_succeeded: 'has been updated',
    resource_update_failed: 'update has failed',
    resource_deletion_scheduled: 'deletion has been scheduled',
    resource_deletion_started: 'is being deleted',
    resource_deletion_succeeded: 'has been deleted',
    resource_deletion_failed: 'deletion has failed',
    resource_erred: 'has failed',
    resource_unlinked: 'has been unlinked: its objects in clouds, Rancher and elsewhere stay',
    resource_kubeconfig_issued: 'kubeconfig has been issued',
    resource_yaml_imported: 'objects have been imported',
    cluster_content_created: 'has been created in its cluster',
    cluster_content_updated: 'has been changed in its cluster',
    cluster_content_deleted: 'has been deleted in its cluster',
    resource_alert_raised: 'alert has been raised',
    resource_alert_resolved: 'alert has been resolved',
    resource_alert_node_refused: 'gets no node for an alert',
    resource_console_opened: 'console has been opened',
    resource_console_log_read: 'console log has been read',
  },
} as const;

type Groups = typeof GROUPED;
export type EventGroup = keyof Groups;
export type EventType = { [G in EventGroup]: keyof Groups[G] }[EventGroup] & string;

const SENTENCES = new Map<string, string>(Object.values(GROUPED).flatMap((group) => Object.entries(group)));

/** Any text is accepted, so that stored events of removed types can still be read. */
export const eventType = z.string();

export const EVENT_TYPES: readonly string[] = [...SENTENCES.keys()];

export const EVENT_GROUPS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(GROUPED).map(([name, group]) => [name, Object.keys(group)]),
);

/** The end of the event's sentence, after the object's name. */
export const sentenceOf = (type: EventType): string => SENTENCES.get(type) ?? '';
