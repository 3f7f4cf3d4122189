import { z } from 'zod';
import type { Cloud } from '../_worlds/market.ts';

const id = z.object({ id: z.string() });
const image = id.extend({ min_disk: z.int() });

/** Creates a running server as a member of the cloud's first project. Returns Nova's id. */
export async function aMachine({ simulator, cloud: { project } }: Cloud, name = 'machine'): Promise<string> {
  const { member, networkId } = project;
  await simulator.setDelays({ serverBuild: 0 });
  const { flavors } = await member.ask('compute', 'GET', '/flavors', z.object({ flavors: z.array(id) }));
  const { images } = await member.ask('image', 'GET', '/images', z.object({ images: z.array(image) }));
  const disk = {
    ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: images[0]?.id },
    ...{ volume_size: images[0]?.min_disk ?? 1, delete_on_termination: true },
  };
  const wanted = { name, flavorRef: flavors[0]?.id, networks: [{ uuid: networkId }] };
  const body = { server: { ...wanted, block_device_mapping_v2: [disk] } };
  return (await member.ask('compute', 'POST', '/servers', z.object({ server: id }), body)).server.id;
}
