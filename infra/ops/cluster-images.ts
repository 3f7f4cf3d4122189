import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { clusterImages } from '#shared/domain/cluster-api/images/cluster-images';
import { Misconfigured } from '#shared/errors';
import { OperatorError } from '../local/operator-error.ts';
import { runCommand } from '../local/run-command.ts';
import { isInRegistry } from './registry-images.ts';

const USAGE = `Usage: npm run cluster-images -- --kubernetes <version> [--cloud-provider <version>] [--manifest <file>]...
         [--prefix <registry and path> [--check]]`;

await runCommand({ run: listImages });

/**
 * Prints a line for each image: its name and, if a registry is given, its name in this registry. Tools that copy images
 * accept this format. With `--check`, prints only images that the registry lacks.
 */
async function listImages(): Promise<void> {
  const { kubernetes, 'cloud-provider': cloudProviderVersion, manifest = [], prefix, check } = flags();
  if (!kubernetes || (check && prefix === undefined)) throw new OperatorError(USAGE);
  const manifests = new Map(manifest.map((file) => [basename(file), readFileSync(file, 'utf8')]));
  const images = imagesOf({ kubernetesVersion: kubernetes, cloudProviderVersion, manifests }, prefix);
  if (!check) {
    for (const { image, mirrored } of images) console.log(prefix === undefined ? image : `${image} ${mirrored}`);
    return;
  }
  const missing = [];
  for (const { image, mirrored } of images) if (!(await isInRegistry(mirrored))) missing.push({ image, mirrored });
  for (const { image, mirrored } of missing) console.log(`${image} ${mirrored}`);
  if (missing.length > 0) throw new OperatorError(`The registry lacks ${missing.length} of ${images.length} images.`);
  console.log(`The registry has all ${images.length} images.`);
}

/** Turns Misconfigured into OperatorError, because the operator can correct an unknown version or image. */
function imagesOf(...asked: Parameters<typeof clusterImages>): ReturnType<typeof clusterImages> {
  try {
    return clusterImages(...asked);
  } catch (error) {
    throw error instanceof Misconfigured ? new OperatorError(error.message) : error;
  }
}

function flags() {
  try {
    const options = {
      kubernetes: { type: 'string' },
      'cloud-provider': { type: 'string' },
      manifest: { type: 'string', multiple: true },
      prefix: { type: 'string' },
      check: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
