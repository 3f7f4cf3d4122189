/** The size of a machine, as far as its price depends on it. */
type MachineSize = { vcpus: number; ramMb: number; storageGb: number };
/** What the price of a group of machines depends on. */
export type ChargedAmounts = MachineSize & { machines: number };

export const chargedAmounts = (machines: number, { vcpus, ramMb, storageGb }: MachineSize): ChargedAmounts => ({
  machines,
  vcpus: machines * vcpus,
  ramMb: machines * ramMb,
  storageGb: machines * storageGb,
});

/** Whether the groups of machines cost more after a change than before it. */
export const raisesPrice = (before: readonly ChargedAmounts[], after: readonly ChargedAmounts[]): boolean =>
  (['machines', 'vcpus', 'ramMb', 'storageGb'] as const).some((name) => {
    const total = (groups: readonly ChargedAmounts[]) => groups.reduce((sum, amounts) => sum + amounts[name], 0);
    return total(after) > total(before);
  });
