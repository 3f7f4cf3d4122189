import type { OfferedCloud } from '../offered-cloud.ts';
import type { ManagedMachine, ManagedRole, ManagedVolume } from './managed-machines.ts';
import type { PlannedMachine } from './managed-plan.ts';
import { flavorOf, imageOf } from './need-in-cloud.ts';

/** Where a machine is to stand; without `hasTypes` its volumes are of the type that the cloud gives to all. */
export type MachinePlace = { cloud: OfferedCloud; hasTypes: boolean };

/** As `NodeSpec` has it. */
export const plannedVolume = <V extends ManagedVolume>({ typeName, ...volume }: V, { hasTypes }: MachinePlace) => ({
  ...volume,
  ...(hasTypes && typeName !== undefined && { volumeType: typeName }),
});

/** What every machine has, whatever its role. Throws Invalid where the cloud has not the flavor or the image. */
export function planMachine(
  name: string,
  role: ManagedRole,
  machine: ManagedMachine,
  place: MachinePlace,
): PlannedMachine {
  const { cloud } = place;
  const flavor = flavorOf(cloud, role, machine);
  const { sizeMb, volumeType } = plannedVolume(machine.systemVolume, place);
  return {
    name,
    flavorId: flavor.id,
    flavorName: flavor.name,
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    imageId: imageOf(cloud).id,
    ...(cloud.availabilityZone !== undefined && { availabilityZone: cloud.availabilityZone }),
    systemVolumeSizeMb: sizeMb,
    ...(volumeType !== undefined && { systemVolumeType: volumeType }),
  };
}
