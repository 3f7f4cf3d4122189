/**
 * Paths of Cinder's API reference (3.0 to 3.71) that are not simulated. Older clients have the project's id in the
 * path.
 */
export const CINDER_UNPLAYED = new RegExp(
  `^\\w+ /v3/([0-9a-f]{32}/)?(${[
    ...[
      'attachments',
      'backups',
      'capabilities',
      'clusters',
      'consistencygroups',
      'cgsnapshots',
      'default-types',
      'extensions',
    ],
    ...[
      'group_snapshots',
      'group_types',
      'groups',
      'manageable_snapshots',
      'manageable_volumes',
      'messages',
      'os-hosts',
    ],
    ...[
      'os-quota-class-sets',
      'os-services',
      'os-volume-manage',
      'os-volume-transfer',
      'qos-specs',
      'resource_filters',
    ],
    ...['scheduler-stats', 'volume-transfers', 'workers', 'volumes/summary'],
    ...['types/[^/]+/(encryption|action|os-volume-type-access)', 'volumes/[^/]+/(action|encryption)'],
  ].join('|')})(/|$)`,
);
