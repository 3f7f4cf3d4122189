import type { Cloud } from '../cloud.ts';
import type { Caller } from '../keystone/caller.ts';
import { neutronRefusal } from '../refusal.ts';
import type { NeutronRow } from './rows.ts';

/** One request to Neutron. */
export interface Context {
  cloud: Cloud;
  caller: Pick<Caller, 'admin' | 'projectId' | 'writer'>;
}

export const neutronTime = (cloud: Cloud) => new Date(cloud.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');

interface StandardColumns {
  name?: string | undefined;
  description?: string | undefined;
  project_id?: string | undefined;
}

export function standardRow({ cloud, caller }: Context, given: StandardColumns): NeutronRow {
  const now = neutronTime(cloud);
  const { name = '', description = '', project_id = caller.projectId } = given;
  return {
    id: cloud.newUuid(),
    name,
    description,
    project_id,
    tags: [],
    created_at: now,
    updated_at: now,
    revision_number: 0,
  };
}

/** Updates the time and the revision number, as every change does. */
export function touch(cloud: Cloud, row: Pick<NeutronRow, 'updated_at' | 'revision_number'>): void {
  row.updated_at = neutronTime(cloud);
  row.revision_number += 1;
}

export const notFound = (kind: string, id: string) =>
  neutronRefusal(404, `${kind}NotFound`, `${kind} ${id} could not be found.`);

/** @throws Refusal 403 in Neutron's words */
export function requirePolicy(allowed: boolean, rule: string): void {
  if (!allowed) throw neutronRefusal(403, 'PolicyNotAuthorized', `rule:${rule} is disallowed by policy`);
}
