import { z } from 'zod';
import { uuid } from '#shared/domain/_core/identifier';
import { nothing, step } from './contract.ts';

export const ofProject = z.object({ operationUuid: uuid, resourceUuid: uuid });
const failed = ofProject.extend({ error: z.string(), cause: z.string(), failedStep: z.string() });

/** Steps for a project in a cluster that customers share. */
export const projectSteps = {
  /**
   * Creates the project with its quotas, or finds the project that an earlier attempt created. Throws Invalid if a
   * project of somebody else has this project's name.
   */
  ensureProject: step('rancher.ensureProject', ofProject, nothing),
  /**
   * Creates the project's namespace with its labels. Throws Invalid if another project has a namespace with this name.
   */
  ensureProjectNamespace: step('rancher.ensureProjectNamespace', ofProject, nothing),
  /** Writes the ordered limits: as quota of the Rancher project, and as ResourceQuota in the project's namespace. */
  applyProjectQuota: step('rancher.applyProjectQuota', ofProject, nothing),
  /** Gives the project's group its role in Rancher. Does nothing without Keycloak. */
  bindProjectGroup: step('rancher.bindProjectGroup', ofProject, nothing),
  /** Removes the role of the project's group in Rancher. */
  unbindProjectGroup: step('rancher.unbindProjectGroup', ofProject, nothing),
  /**
   * Deletes the project's namespaces, and then the project. `gone` is true when the project and its namespaces no
   * longer exist in Rancher.
   */
  deleteProject: step('rancher.deleteProject', ofProject, z.object({ gone: z.boolean() })),
} as const;

export const projectGroupSteps = {
  /** Creates the cluster's group in Keycloak, and below it the project's group. Does nothing without Keycloak. */
  ensureProjectGroup: step('keycloak.ensureProjectGroup', ofProject, nothing),
  /**
   * Deletes the project's group, except if another resource uses the group. Also deletes the cluster's group if no
   * group is left below it.
   */
  deleteProjectGroup: step('keycloak.deleteProjectGroup', ofProject, nothing),
} as const;

export const projectRecordSteps = {
  /** Sets the order to done, and its resource to OK or Terminated. */
  finishProject: step('records.finishProject', ofProject, nothing),
  /**
   * Records a warning after a step for the project's group has failed. The step may have failed in Keycloak or in
   * Rancher. The order still continues.
   */
  noteProjectWarning: step('records.noteProjectWarning', failed, nothing),
  /** Ends the order as erred, and records why. */
  failProject: step('records.failProject', failed, nothing),
} as const;
