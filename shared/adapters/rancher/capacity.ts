/**
 * A cluster's capacity as in Waldur: Ki become whole Mi, a missing value is `0Mi`
 * (docs/spec/nodes.md#figures-of-a-node).
 */
export function capacityOf(reported: Record<string, string>): Record<string, string> {
  const { memory = '0Mi' } = reported;
  const kibibytes = /^(\d+)Ki$/.exec(memory)?.[1];
  return { ...reported, memory: kibibytes === undefined ? memory : `${Math.floor(Number(kibibytes) / 1024)}Mi` };
}
