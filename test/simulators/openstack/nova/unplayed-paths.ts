/** Paths of Nova's API reference (2.1 to 2.104) that are not simulated. */
export const NOVA_UNPLAYED = new RegExp(
  `^\\w+ /v2\\.1/(${[
    ...[
      'os-agents',
      'os-aggregates',
      'os-assisted-volume-snapshots',
      'os-hosts',
      'os-hypervisors',
      'os-instance_usage_audit_log',
    ],
    ...[
      'os-migrations',
      'os-quota-class-sets',
      'os-server-external-events',
      'os-services',
      'os-simple-tenant-usage',
      'images',
    ],
    ...['os-tenant-networks', 'os-floating-ips', 'os-security-groups', 'os-volumes', 'os-snapshots', 'extensions'],
    'servers/[^/]+/os-volume_attachments/[^/]+',
    'servers/[^/]+/(diagnostics|ips|migrations|os-instance-actions|os-interface|os-security-groups|os-server-password|shares|topology)',
  ].join('|')})(/|$)`,
);
