import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { AppRevision } from '../../../ports/rancher/catalogs.ts';
import { textOrEmpty, texts } from './steve-object.ts';

export const helmSecretName = (releaseName: string, revision: number): string =>
  `sh.helm.release.v1.${releaseName}.v${revision}`;

/**
 * Maximum size of a release after decompression. The Secret with the compressed release has at most 1 MiB, and
 * decompression makes the release about ten times as large.
 */
const MAX_BYTES = 32 * 1024 * 1024;

const release = z.object({
  chart: z.object({ metadata: z.object({ name: textOrEmpty, version: textOrEmpty, annotations: texts }) }),
  config: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((values) => values ?? {}),
});

/**
 * Decodes a release. Helm compresses the JSON text and encodes the result in base64. Kubernetes applies base64 once
 * more. The text may contain secrets, so errors do not quote the text.
 */
function unpacked(text: string, context: z.RefinementCtx): unknown {
  try {
    const packed = Buffer.from(Buffer.from(text, 'base64').toString('latin1'), 'base64');
    return JSON.parse(gunzipSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8'));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not a Helm release' });
    return z.NEVER;
  }
}

/** Parses the Secret in which Helm keeps a revision. */
export const helmSecret = z
  .object({ data: z.object({ release: z.string().transform(unpacked).pipe(release) }) })
  .transform(({ data }): AppRevision => {
    const { chart, config: values } = data.release;
    const { name, version, annotations } = chart.metadata;
    return { chart: name, version, annotations, values };
  });
