import { z } from 'zod';
import { type Uuid, uuid } from './identifier.ts';
import type { Project } from './project.ts';

/** Whose a record is. The names are kept beside the uuids so that a list page needs no second read. */
export const inProject = z.object({
  projectUuid: uuid,
  projectName: z.string(),
  customerUuid: uuid,
  customerName: z.string(),
});
export type InProject = z.infer<typeof inProject>;

export const inProjectOf = ({ uuid: projectUuid, name, customerUuid, customerName }: Project): InProject => ({
  projectUuid,
  projectName: name,
  customerUuid,
  customerName,
});

/** What order, resource and cluster say alike: whose they are and what was ordered. */
export const placement = inProject.extend({
  offeringUuid: uuid,
  offeringName: z.string(),
  planUuid: uuid.optional(),
});
export type Placement = z.infer<typeof placement>;

/** Of what is bought under an offering, in a project. */
export const placementOf = (
  project: Project,
  { uuid, name }: { uuid: Uuid; name: string },
  planUuid: Uuid | undefined,
): Placement => ({
  ...inProjectOf(project),
  ...{ offeringUuid: uuid, offeringName: name },
  ...(planUuid !== undefined && { planUuid }),
});
