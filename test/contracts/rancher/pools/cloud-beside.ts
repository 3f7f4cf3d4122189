import { z } from 'zod';
import { type Simulator, startSimulator } from '../../start-simulator.ts';

/** A cloud in which Rancher creates machines, with the values that machine pools refer to. */
export type PoolCloud = {
  authUrl: string;
  credential: { id: string; secret: string };
  machine: { flavorId: string; imageId: string; networkId: string; securityGroupIds: string[] };
  simulator: Simulator;
  stop(): Promise<void>;
};

const printed = z.object({
  auth_url: z.string(),
  projects: z.object({
    demo: z.object({
      ...{ application_credential_id: z.string(), application_credential_secret: z.string() },
      ...{ network_id: z.string(), security_group_id: z.string() },
    }),
  }),
  images: z.object({ 'ubuntu-24.04': z.string() }),
});

/**
 * The flavor, image, network and security group for machines. `shown` is the line that the simulator printed at its
 * start.
 */
export function machineIn(shown: unknown): PoolCloud['machine'] {
  const { projects, images } = printed.parse(shown);
  const { network_id: networkId, security_group_id: group } = projects.demo;
  return { flavorId: '2', imageId: images['ubuntu-24.04'], networkId, securityGroupIds: [group] };
}

export async function cloudBeside(): Promise<PoolCloud> {
  const simulator = await startSimulator('openstack');
  await simulator.setDelays({ serverBuild: 5, serverDelete: 5, volumeCreate: 5, volumeDelete: 5 });
  const { auth_url: authUrl, projects } = printed.parse(simulator.printed);
  const { demo } = projects;
  return {
    ...{ authUrl, simulator, stop: simulator.stop },
    credential: { id: demo.application_credential_id, secret: demo.application_credential_secret },
    machine: machineIn(simulator.printed),
  };
}
