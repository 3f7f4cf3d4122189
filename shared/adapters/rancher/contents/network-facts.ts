import { z } from 'zod';
import { listOf, text, texts } from './steve-object.ts';

/** Kubernetes' word for a service without an address of its own. */
const HEADLESS = 'None';
const service = z.object({ spec: z.object({ clusterIP: text, selector: texts }) });

export function serviceFactsOf(object: unknown) {
  const { clusterIP, selector } = service.parse(object).spec;
  const hasAddress = clusterIP !== '' && clusterIP !== HEADLESS;
  return {
    ...(hasAddress && { clusterIp: clusterIP }),
    ...(Object.keys(selector).length > 0 && { selector }),
    targets: [],
  };
}

const port = z.object({ number: z.int().nullish(), name: text }).nullish();
const ingressPath = z.object({
  path: text,
  backend: z.object({ service: z.object({ name: text, port }).nullish() }).nullish(),
});
const ingressRule = z.object({ host: text, http: z.object({ paths: listOf(ingressPath) }).nullish() });
const ingress = z.object({ spec: z.object({ rules: listOf(ingressRule) }) });
/** A row of the table takes 400 KB; an ingress with more has none of the further ones shown. */
const [MOST_RULES, MOST_PATHS] = [50, 20];

const pathOf = ({ path, backend }: z.infer<typeof ingressPath>) => {
  const to = backend?.service;
  return { path, service: to?.name ?? '', port: to?.port?.number?.toString() ?? to?.port?.name ?? '' };
};

export function ingressFactsOf(object: unknown) {
  const { rules } = ingress.parse(object).spec;
  return {
    rules: rules.slice(0, MOST_RULES).map(({ host, http }) => ({
      host,
      paths: (http?.paths ?? []).slice(0, MOST_PATHS).map(pathOf),
    })),
  };
}
