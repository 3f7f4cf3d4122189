import { z } from 'zod';

/** The phases of a Machine in Cluster API. */
export const machinePhase = z.enum([
  'Pending',
  'Provisioning',
  'Provisioned',
  'Running',
  'Updating',
  'Deleting',
  'Deleted',
  'Failed',
  'Unknown',
]);
export type MachinePhase = z.infer<typeof machinePhase>;
const clusterPhase = z.enum(['Pending', 'Provisioning', 'Provisioned', 'Deleting', 'Failed', 'Unknown']);
export type ClusterPhase = z.infer<typeof clusterPhase>;
export const deploymentPhase = z.enum(['ScalingUp', 'ScalingDown', 'Running', 'Failed', 'Unknown']);
export type DeploymentPhase = z.infer<typeof deploymentPhase>;

/**
 * Makes a function that turns a text of a backend into a phase. An absent or unknown text becomes `Unknown`, so that no
 * view fails because of it.
 */
const phaseIn =
  <P extends string>(phases: z.ZodType<P>, unknown: P) =>
  (text: string | null | undefined): P => {
    const parsed = phases.safeParse(text);
    return parsed.success ? parsed.data : unknown;
  };
export const machinePhaseOf = phaseIn(machinePhase, 'Unknown');
export const clusterPhaseOf = phaseIn(clusterPhase, 'Unknown');
export const deploymentPhaseOf = phaseIn(deploymentPhase, 'Unknown');
