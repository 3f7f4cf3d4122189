import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { type Caller, canSee, type Place } from './caller.ts';
import type { Project } from './project.ts';

/**
 * Project and customer of a record. Their names are copied into the record, so that a list can show them without
 * further reads.
 */
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

/** Fields that order, resource and cluster share: project, customer and offering. */
export const placement = inProject.extend({
  offeringUuid: uuid,
  offeringName: z.string(),
  /**
   * The customer that sells the offering. Owners of this customer see everything that is bought under the offering.
   * Older records lack this field.
   */
  providerUuid: uuid.optional(),
  planUuid: uuid.optional(),
});
export type Placement = z.infer<typeof placement>;

/** Project, customer and offering of an order. They are the same for everything that the order creates. */
export const placementOf = (
  project: Project,
  { uuid, name, customerUuid }: { uuid: Uuid; name: string; customerUuid: Uuid },
  planUuid: Uuid | undefined,
): Placement => ({
  ...inProjectOf(project),
  offeringUuid: uuid,
  offeringName: name,
  providerUuid: customerUuid,
  ...(planUuid !== undefined && { planUuid }),
});

export type Sold = Place & Pick<Placement, 'providerUuid'>;
/**
 * Whether the caller sees something that was bought. Users of the buying project and owners of the selling customer see
 * it.
 */
export const seesSold = (caller: Caller, item: Sold): boolean =>
  canSee(caller, item) || (item.providerUuid !== undefined && canSee(caller, { customerUuid: item.providerUuid }));

/**
 * How audit events show the fields of a placement. Project and customer are hidden, because an event has its own fields
 * for them.
 */
export const PLACEMENT_AUDIT = {
  projectUuid: 'hidden',
  projectName: 'hidden',
  customerUuid: 'hidden',
  customerName: 'hidden',
  offeringUuid: 'detail',
  offeringName: 'detail',
  providerUuid: 'hidden',
  planUuid: 'detail',
} as const;
