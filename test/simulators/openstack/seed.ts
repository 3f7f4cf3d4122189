import { type Cloud, wipe } from './cloud.ts';
import { seedUuid } from './ids.ts';
import { seedCatalogue } from './seed-catalogue.ts';
import { seedIdentity } from './seed-identity.ts';
import { seedProjectNetwork, seedPublicNetwork } from './seed-networks.ts';
import { withRoom } from './seed-quotas.ts';

/**
 * A small public cloud: an operator's project with the external network, and two customers who do not see each other.
 */
export function seed(cloud: Cloud): void {
  wipe(cloud);
  const { newUuid } = cloud;
  let made = 0;
  cloud.newUuid = () => seedUuid(cloud.name, 'seeded', String(made++));
  const projectIds = seedIdentity(cloud);
  seedCatalogue(cloud, projectIds.admin);
  const publicId = seedPublicNetwork(cloud, projectIds.admin);
  seedProjectNetwork(cloud, { projectId: projectIds.demo, publicId, octet: 20 });
  seedProjectNetwork(cloud, { projectId: projectIds.other, publicId, octet: 30 });
  for (const projectId of [projectIds.demo, projectIds.other]) withRoom(cloud, projectId);
  cloud.newUuid = newUuid;
}
