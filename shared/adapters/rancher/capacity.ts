/**
 * A cluster's capacity as Waldur keeps it: memory given in Ki is shown in whole Mi, a missing one as `0Mi`
 * (docs/spec/nodes.md#figures-of-a-node).
 */
export function capacityOf(told: Record<string, string>): Record<string, string> {
  const { memory = '0Mi' } = told;
  const kibibytes = /^(\d+)Ki$/.exec(memory)?.[1];
  return { ...told, memory: kibibytes === undefined ? memory : `${Math.floor(Number(kibibytes) / 1024)}Mi` };
}
