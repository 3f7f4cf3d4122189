import { v5 } from 'uuid';
import { z } from 'zod';

/** 32 lower-case hex digits, as Waldur shows ids in URLs and JSON. */
export const uuid = z.string().regex(/^[0-9a-f]{32}$/, 'Enter a valid UUID.');
export type Uuid = z.infer<typeof uuid>;

/** ISO 8601 instant in UTC, as `Date.toISOString` prints it. */
export const instant = z.iso.datetime();

/** Accepts both forms of a UUID; undefined for anything else. */
export function parseUuid(text: string): Uuid | undefined {
  const isUuid = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);
  return isUuid ? text.replaceAll('-', '').toLowerCase() : undefined;
}

/** Reads a reference given as uuid or as URL (`…/api/<collection>/<uuid>/`): its last path segment, if that is a uuid. */
export function parseReference(text: string): Uuid | undefined {
  const segments = text.split(/[?#]/)[0]?.split('/').filter(Boolean) ?? [];
  return parseUuid(segments.at(-1) ?? '');
}

const dashed = (hex: Uuid): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** RFC 9562's way to say that there is none where nothing but a uuid is taken. */
export const NIL_UUID = '00000000000000000000000000000000' as const;

/** An id that follows from another and a name: the same inputs give the same uuid, so a repeated step finds what it made. */
export function derivedUuid(from: Uuid, name: string): Uuid {
  return v5(name, dashed(from)).replaceAll('-', '');
}

export type OpenStackKind =
  | 'flavor'
  | 'image'
  | 'subnet'
  | 'network'
  | 'volume-type'
  | 'security-group'
  | 'external-network'
  | 'availability-zone';
/**
 * Our id of a thing that lives in OpenStack: the same on every read, and a flavor id may be `1`
 * (docs/spec/design.md#ids-of-things-in-openstack).
 */
export function openstackUuid(settingsUuid: Uuid, kind: OpenStackKind, backendId: string): Uuid {
  return derivedUuid(settingsUuid, `${kind}/${backendId}`);
}

/** Ours of a machine. It follows from its tenant, which a node's record names, so that a list of nodes has it without another read. */
export const instanceUuid = (tenantUuid: Uuid, serverId: string): Uuid =>
  derivedUuid(tenantUuid, `instance/${serverId}`);
