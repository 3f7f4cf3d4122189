import type { MachinePlace } from '../offered-cloud.ts';
import type { ManagedMachine, ManagedRole, ManagedVolume } from './managed-machines.ts';
import type { PlannedMachine } from './managed-plan.ts';
import { flavorOf, requiredImage } from './missing-in-cloud.ts';

/** A volume as `NodeSpec` describes it. */
export const plannedVolume = <V extends ManagedVolume>({ typeName, ...volume }: V, { hasTypes }: MachinePlace) => ({
  ...volume,
  ...(hasTypes && typeName !== undefined && { volumeType: typeName }),
});

/**
 * The part of the plan that all machines have in common. Throws Invalid if the cloud does not have the flavor or the
 * image.
 */
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
    imageId: requiredImage(cloud).id,
    ...(cloud.availabilityZone !== undefined && { availabilityZone: cloud.availabilityZone }),
    systemVolumeSizeMb: sizeMb,
    ...(volumeType !== undefined && { systemVolumeType: volumeType }),
  };
}
