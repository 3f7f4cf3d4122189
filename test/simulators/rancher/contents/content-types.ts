import type { ApiResource } from '../../kubernetes/api-resource.ts';
import { LOCAL_RESOURCES, steveCollectionName, steveType } from './cluster-resources.ts';

/** Steve's name of a type of objects inside clusters: `apps.deployment`. */
export type ContentType = string;

const BY_TYPE: ReadonlyMap<ContentType, ApiResource> = new Map(LOCAL_RESOURCES.map((it) => [steveType(it), it]));
const BY_COLLECTION = new Map(LOCAL_RESOURCES.map((it) => [steveCollectionName(it), steveType(it)]));

/** @throws for a type that no cluster has */
export function resourceOf(type: ContentType): ApiResource {
  const found = BY_TYPE.get(type);
  if (!found) throw new Error(`no cluster has ${type}`);
  return found;
}

export const typeOfCollection = (collection: string): ContentType | undefined => BY_COLLECTION.get(collection);

/** The part of an object that its maker gives. The server adds the rest. */
export type NewContent = {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  body?: Record<string, unknown>;
};
/** The annotation with the Rancher project of a namespace. */
export const PROJECT = 'field.cattle.io/projectId';
/** The annotation with the quota that a namespace gets in its project, as JSON. */
export const QUOTA = 'field.cattle.io/resourceQuota';
export const CREATOR = 'field.cattle.io/creatorId';
