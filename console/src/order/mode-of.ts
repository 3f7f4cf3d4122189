import type { SelectedPublicOffering } from '@paddock/client';
import type { Mode } from './draft.ts';

const MODES: Readonly<Record<string, Mode>> = { 'rancher-pools': 'pools', 'cluster-api': 'cluster_api' };

/**
 * The kind of clusters that an offering sells. Undefined for managed clusters with pools, because the form has no fields
 * for them.
 */
export function modeOf({ plugin_options }: Pick<SelectedPublicOffering, 'plugin_options'>): Mode | undefined {
  const mode = MODES[String(plugin_options?.driver)] ?? 'self_managed';
  if (plugin_options?.deployment_mode !== 'managed') return mode;
  return mode === 'pools' ? undefined : 'managed';
}
